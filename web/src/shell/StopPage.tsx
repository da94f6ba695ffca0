import { Button } from "@mantine/core";
import { can, pageNeeds } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccess } from "../session/person.api.ts";
import { Page } from "../ui/Page.tsx";
import { usePages, useSections } from "./usePages.ts";
import { useTitle } from "./useTitle.ts";

/** The two pages at which the way ends, each with a link home; to a page they may read for people who may not read the map. */
export function StopPage({ code }: { code: "PageNotAccessible" | "PageNotFound" }) {
  const { t } = useTranslation();
  const access = useAccess().data;
  const [open] = [...useSections(), ...usePages()];
  const title = t(`errors.${code}`);
  useTitle(title);
  const away = access !== undefined && !can(access, pageNeeds.map) ? open : undefined;
  return (
    <Page title={title}>
      <Button component={Link} to={away?.path ?? "/"}>
        {away === undefined ? t("page.home") : t("page.to", { page: t(away.key) })}
      </Button>
    </Page>
  );
}

/** One of them as a page of the router. */
export function stopPage(code: "PageNotAccessible" | "PageNotFound"): ComponentType {
  return () => <StopPage code={code} />;
}

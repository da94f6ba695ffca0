import { Button } from "@mantine/core";
import { can, pageNeeds } from "@pulse/contract/access";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccess } from "./person.api.ts";
import { Page } from "../ui/Page.tsx";
import { usePages, useSections } from "./usePages.ts";
import { useTitle } from "./useTitle.ts";

/** "No access" and "not found", each with a link home or, if the person may not open the map, to a page that they may read. */
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

/** The same as a router page. */
export function stopPage(code: "PageNotAccessible" | "PageNotFound"): ComponentType {
  return () => <StopPage code={code} />;
}

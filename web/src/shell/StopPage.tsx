import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Page } from "../ui/Page.tsx";

/** The two pages at which the way ends, each with a link home. */
export function StopPage({ code }: { code: "PageNotAccessible" | "PageNotFound" }) {
  const { t } = useTranslation();
  return (
    <Page title={t(`errors.${code}`)}>
      <Button component={Link} to="/">
        {t("page.home")}
      </Button>
    </Page>
  );
}

import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Page } from "../ui/Page.tsx";

/** In place of a page that broke: home by a fresh start, or the same page once more. */
export function PageFailed() {
  const { t } = useTranslation();
  return (
    <Page title={t("error.title")} text={t("error.why")}>
      <Group gap={8}>
        <Button onClick={() => window.location.reload()}>{t("error.reload")}</Button>
        {/* Not a link of the router: what broke may be in memory. */}
        <Button component="a" href="/" variant="default">
          {t("page.home")}
        </Button>
      </Group>
    </Page>
  );
}

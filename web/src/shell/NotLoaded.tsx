import { Button } from "@mantine/core";
import { texts } from "../text/translate.ts";
import { Page } from "../ui/Page.tsx";

/** The server did not even say who it is. */
export function NotLoaded() {
  return (
    <Page title={texts.t("app.failed")} text={texts.t("app.failedWhy")}>
      <Button onClick={() => window.location.reload()}>{texts.t("app.retry")}</Button>
    </Page>
  );
}

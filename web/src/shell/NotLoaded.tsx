import { Button } from "@mantine/core";
import { texts } from "../text/translate.ts";
import { Page } from "../ui/Page.tsx";

/** The server did not even say who it is. It may not have sent any texts either: then these are in English. */
export function NotLoaded() {
  return (
    <Page
      title={texts.t("app.failed", "Couldn't load Pulse")}
      text={texts.t("app.failedWhy", "The server did not answer.")}
    >
      <Button onClick={() => window.location.reload()}>{texts.t("app.retry", "Try again")}</Button>
    </Page>
  );
}

import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { texts } from "../text/translate.ts";
import { Page } from "../ui/Page.tsx";

/** Catches what a page throws while it renders; the frame around it stays. React knows this only as a class. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Page title={texts.t("error.title")} text={texts.t("error.why")}>
        <Button onClick={() => window.location.reload()}>{texts.t("error.reload")}</Button>
      </Page>
    );
  }
}

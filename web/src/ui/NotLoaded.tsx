import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "./Page.tsx";

interface Props {
  /** What did not load; the page itself by default. */
  title?: string;
  /** Why. */
  text?: string;
  /** The button's text, "Try again" by default. */
  again?: string;
  retry(): void;
  /** Another way out, besides trying again. */
  children?: ReactNode;
}

/** Shown instead of a page whose required data failed to load. */
export function NotLoaded({ title, text, again, retry, children }: Props) {
  const { t } = useTranslation();
  return (
    <Page title={title ?? t("page.failed")} {...(text === undefined ? {} : { text })}>
      <Group gap={8}>
        <Button onClick={retry}>{again ?? t("app.retry", "Try again")}</Button>
        {children}
      </Group>
    </Page>
  );
}

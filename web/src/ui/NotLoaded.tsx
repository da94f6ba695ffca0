import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "./Page.tsx";

interface Props {
  /** What did not load; the page itself where nothing is said. */
  title?: string;
  /** Why. */
  text?: string;
  /** "Try again", unless it is to be called something else. */
  again?: string;
  retry(): void;
  /** Another way out, beside trying again. */
  children?: ReactNode;
}

/** In place of a page that cannot be shown before something is known that did not come. */
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

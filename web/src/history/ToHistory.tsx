import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** The element that `ToHistory` leads to. */
export const historyId = "history";

/** Leads from the head of a thing's page to its history further down, with the focus. */
export function ToHistory() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        const section = document.getElementById(historyId);
        section?.scrollIntoView();
        section?.focus({ preventScroll: true });
      }}
    >
      {t("history.title")}
    </Button>
  );
}

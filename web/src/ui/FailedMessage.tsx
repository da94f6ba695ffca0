import { Button } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Message } from "./Message.tsx";

interface Props {
  /** "Couldn't load users" */
  title: string;
  /** Why. */
  text?: string;
  retry(): void;
}

/** Shown in a part of the layout whose content failed to load, with a button to try again. */
export function FailedMessage({ title, text, retry }: Props) {
  const { t } = useTranslation();
  return (
    <Message
      icon={<IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
      title={title}
      {...(text === undefined ? {} : { text })}
      isError
    >
      <Button
        variant="default"
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
        onClick={retry}
      >
        {t("app.retry")}
      </Button>
    </Message>
  );
}

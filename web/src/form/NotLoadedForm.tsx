import { Button } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { Message } from "../ui/Message.tsx";
import { FormPage } from "./FormPage.tsx";

interface Props {
  crumbs: readonly { to: string; label: string }[];
  /** "The customer did not load" */
  title: string;
  error: unknown;
  onRetry(): void;
}

/** In the place of a thing's page where the thing did not come. */
export function NotLoadedForm({ crumbs, title, error, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <FormPage title={title} crumbs={crumbs}>
      <Message
        icon={<IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
        title={title}
        text={errorText(error)}
        isError
      >
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
          onClick={onRetry}
        >
          {t("app.retry")}
        </Button>
      </Message>
    </FormPage>
  );
}

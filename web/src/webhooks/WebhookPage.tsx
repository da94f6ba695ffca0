import { Button } from "@mantine/core";
import type { Webhook } from "@pulse/contract/webhooks";
import { IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { webhooks } from "./webhooks.ts";
import { useSending } from "./webhooks.api.ts";

/** `/webhooks/new` and `/webhooks/:id`: one webhook, and its deliveries. */
export function WebhookPage() {
  return (
    <EntityPage noun={webhooks} actions={(webhook) => <SendTest webhook={webhook} />}>
      {(webhook, scope) => (
        <>
          <WebhookForm webhook={webhook} scope={scope} />
          {webhook === null ? null : <DeliveryLog webhook={webhook} />}
        </>
      )}
    </EntityPage>
  );
}

function SendTest({ webhook: { id, active } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const sending = useSending(id);
  if (!useLetters(webhooks.area).u) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.75} aria-hidden="true" />}
      disabled={!active}
      loading={sending.isPending}
      onClick={() => sending.mutate(null)}
    >
      {t("webhooks.test")}
    </Button>
  );
}

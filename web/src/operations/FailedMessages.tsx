import { Button } from "@mantine/core";
import type { FailedMessage } from "@pulse/contract/failedMessages";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { When } from "../time/When.tsx";
import { useDeletingFailed, useFailedMessages, useReplayingFailed } from "./failedMessages.api.ts";
import classes from "./Operations.module.css";

/** The messages of devices that could not be processed; nothing where there are none. */
export function FailedMessages() {
  const { t } = useTranslation();
  const { data: messages = [] } = useFailedMessages();
  const replaying = useReplayingFailed();
  const [toDelete, setToDelete] = useState<FailedMessage | null>(null);
  const deleting = useDeletingFailed(() => setToDelete(null));
  if (messages.length === 0) return null;
  return (
    <FormSection title={t("operations.failedTitle")} hint={t("operations.failedHint")} isBare>
      <ScrollTable
        label={t("operations.failedTable")}
        head={["failedSender", "failedReceived", "failedReason", "failedTries"].map((each) => t(`operations.${each}`))}
        acts={t("operations.failedActs")}
        rows={messages.map((message) => ({
          key: message.id,
          cells: [
            <Sender key="sender" message={message} />,
            <When key="received" at={message.receivedAt} format="list" />,
            <Reason key="reason" message={message} />,
            message.tries,
          ],
          acts: (
            <div className={classes["acts"]}>
              <Button size="xs" variant="default" onClick={() => replaying.mutate(message)}>
                {t("operations.failedReplay")}
              </Button>
              <Button size="xs" variant="default" onClick={() => setToDelete(message)}>
                {t("operations.failedDelete")}
              </Button>
            </div>
          ),
        }))}
      />
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={t("operations.failedDeleteTitle")}
        text={t("operations.failedDeleteText", { name: toDelete === null ? "" : nameOf(toDelete) })}
        confirm={t("operations.failedDelete")}
        isDestructive
        isBusy={deleting.isPending}
        failure={deleting.error}
        onConfirm={() => toDelete && deleting.mutate(toDelete)}
        onClose={() => setToDelete(null)}
      />
    </FormSection>
  );
}

const nameOf = ({ sender }: FailedMessage): string => sender.name ?? sender.id;

function Sender({ message }: { message: FailedMessage }) {
  return (
    <>
      {nameOf(message)}
      <small>{message.siteName}</small>
    </>
  );
}

/** In English, as in the log, with the message itself for whoever wants to see it. */
function Reason({ message: { reason, topic, payload } }: { message: FailedMessage }) {
  const { t } = useTranslation();
  return (
    <div lang="en">
      {reason}
      <details className={classes["payload"]}>
        <summary>{t("operations.failedPayload")}</summary>
        <small>{topic}</small>
        <pre>{payload}</pre>
      </details>
    </div>
  );
}

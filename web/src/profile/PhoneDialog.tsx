import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PhoneCodeStep } from "./PhoneCodeStep.tsx";
import { PhoneNumberStep, type SentPhone } from "./PhoneNumberStep.tsx";
import { dialogClasses } from "../form/dialogClasses.ts";

/** A new phone number: first the number, then the code that was texted to it. */
export function PhoneDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [sent, setSent] = useState<SentPhone | null>(null);
  const close = (): void => {
    onClose();
    // An unverified number must be verified before anything else: the app's own screen continues with it.
    if (sent !== null) queries.setQueryData(["me"], sent.me);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t(sent === null ? "profile.phone.dialogTitle" : "account.verifyPhone.title")}
      centered
      size={440}
      radius="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("profile.close") }}
      classNames={dialogClasses}
    >
      {sent === null ? (
        <PhoneNumberStep onSent={setSent} />
      ) : (
        <PhoneCodeStep
          sent={sent}
          onVerified={(me) => {
            queries.setQueryData(["me"], me);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

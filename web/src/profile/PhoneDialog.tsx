import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PhoneCodeStep } from "./PhoneCodeStep.tsx";
import { PhoneNumberStep, type PhoneRequest } from "./PhoneNumberStep.tsx";
import { dialogClasses } from "../form/dialogClasses.ts";

/** A new phone number: first the number, then the code that was texted to it. */
export function PhoneDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [request, setRequest] = useState<PhoneRequest | null>(null);
  const close = (): void => {
    onClose();
    // An unverified number must be verified before anything else: the app's own screen continues with it.
    if (request !== null) queries.setQueryData(["me"], request.me);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t(request === null ? "profile.phone.dialogTitle" : "account.verifyPhone.title")}
      centered
      size={440}
      radius="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("profile.close") }}
      classNames={dialogClasses}
    >
      {request === null ? (
        <PhoneNumberStep onSent={setRequest} />
      ) : (
        <PhoneCodeStep
          request={request}
          onVerified={(me) => {
            queries.setQueryData(["me"], me);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

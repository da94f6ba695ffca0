import { Button } from "@mantine/core";
import { verifyOwnAttribute } from "@pulse/contract/accounts";
import { SentCode } from "@pulse/contract/names";
import type { UserInfo } from "@pulse/contract/users";
import { useMutation } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { CodeField } from "../account/CodeField.tsx";
import { fieldFault } from "../account/fieldFault.ts";
import { SentCodeFoot } from "../account/SentCodeFoot.tsx";
import { useAccountForm } from "../account/useAccountForm.ts";
import { useServices } from "../services.tsx";
import type { SentPhone } from "./PhoneNumberStep.tsx";
import classes from "./Profile.module.css";

/** Asks for the code that was texted to the new number. */
export function PhoneCodeStep({ sent, onVerified }: { sent: SentPhone; onVerified(me: UserInfo): void }) {
  const { t } = useTranslation();
  const { api, session, identity, snackbars } = useServices();
  const form = useAccountForm({
    values: { code: "" },
    faults: { code: (value) => fieldFault(value, SentCode, "confirmation_code_required") },
    about: {
      confirmation_code_mismatch: "code",
      confirmation_code_expired: "code",
      confirmation_code_required: "code",
    },
    send: async ({ code }) => {
      const me = await api.call(verifyOwnAttribute, {
        params: { attr: "phone_number" },
        body: { code },
        accessToken: session.current()?.accessToken ?? "",
      });
      snackbars.success(t("account.verifyPhone.done"));
      onVerified(me);
    },
  });
  const again = useMutation({ mutationFn: async () => (await identity()).sendPhoneCode() });
  const phone = sent.me.phoneNumber ?? "";
  return (
    <form className={classes["step"]} onSubmit={form.submit} noValidate>
      <p>
        <Trans i18nKey="account.verifyPhone.lead" values={{ digits: phone.slice(-2) }} components={{ 1: <b /> }} />
      </p>
      <CodeField form={form} name="code" autoFocus sendsWhenFull />
      <Button type="submit" loading={form.isBusy}>
        {t("account.verifyPhone.submit")}
      </Button>
      <SentCodeFoot
        medium="SMS"
        destination={phone}
        sentAtMs={sent.sentAtMs}
        onSend={() => again.mutateAsync()}
        onUse={(code) => {
          form.set("code", code);
          form.submit();
        }}
      />
    </form>
  );
}

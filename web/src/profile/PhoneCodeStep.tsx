import { Button } from "@mantine/core";
import type { UserInfo } from "@pulse/contract/users";
import { Trans, useTranslation } from "react-i18next";
import { CodeField } from "../account/CodeField.tsx";
import { SentCodeFoot } from "../account/SentCodeFoot.tsx";
import { usePhoneCode } from "../account/usePhoneCode.ts";
import type { PhoneRequest } from "./PhoneNumberStep.tsx";
import classes from "./Profile.module.css";

/** Asks for the code that was texted to the new number. */
export function PhoneCodeStep({ request, onVerified }: { request: PhoneRequest; onVerified(me: UserInfo): void }) {
  const { t } = useTranslation();
  const { form, sendAgain, use } = usePhoneCode(onVerified);
  const phone = request.me.phoneNumber ?? "";
  return (
    <form className={classes["step"]} onSubmit={form.submit} noValidate>
      <p>
        <Trans i18nKey="account.verifyPhone.lead" values={{ digits: phone.slice(-2) }} components={{ 1: <b /> }} />
      </p>
      <CodeField form={form} name="code" autoFocus sendsWhenFull />
      <Button type="submit" loading={form.isBusy}>
        {t("account.verifyPhone.submit")}
      </Button>
      <SentCodeFoot medium="SMS" destination={phone} sentAtMs={request.sentAtMs} onSend={sendAgain} onUse={use} />
    </form>
  );
}

import { Button, TextInput } from "@mantine/core";
import { Email, Phone } from "@pulse/contract/names";
import type { TestMessage, TestOutcome } from "@pulse/contract/reach";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/apiError.ts";
import { reasonText } from "../../api/reasonText.ts";
import { fieldError } from "../fieldError.ts";
import { countryOfLocale, mobileNumber } from "../mobileNumber.ts";
import { useAccountForm } from "../useAccountForm.ts";
import classes from "./ReachChecks.module.css";

interface Props {
  channel: TestMessage["channel"];
  onTest(message: TestMessage): Promise<TestOutcome>;
}

/** An address and a button that sends a test to it; says whether it was sent, or why not. */
export function SendTest({ channel, onTest }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const isMail = channel === "email";
  const addressIn = (typed: string): string =>
    isMail ? typed.trim() : (mobileNumber(typed, countryOfLocale(navigator.language)) ?? typed.trim());
  const form = useAccountForm({
    values: { to: "" },
    validate: {
      to: (typed) =>
        fieldError(addressIn(typed), isMail ? Email : Phone, isMail ? "email_required" : "phone_number_required"),
    },
    send: async ({ to }) => setOutcome(await onTest({ channel, to: addressIn(to) })),
  });
  return (
    <form className={classes["test"]} noValidate onSubmit={form.submit}>
      <TextInput
        label={t(isMail ? "reach.test.email" : "reach.test.sms")}
        type={isMail ? "email" : "tel"}
        autoComplete={isMail ? "email" : "tel"}
        {...form.field("to")}
      />
      <Button type="submit" variant="default" loading={form.isBusy}>
        {t("reach.test.send")}
      </Button>
      <p role="status" data-failed={form.error !== null || outcome?.sent === false || undefined}>
        {outcomeText()}
      </p>
    </form>
  );

  function outcomeText(): string {
    if (form.isBusy) return "";
    if (form.error !== null)
      return form.error instanceof ApiError && form.error.status === 429
        ? t("reach.test.tooMany")
        : t("reach.test.notTried");
    if (outcome === null) return "";
    if (outcome.sent) return t(isMail ? "reach.test.mailed" : "reach.test.texted");
    const reason = outcome.reason ?? "";
    return t("reach.test.failed", { reason: reasonText(reason) ?? reason });
  }
}

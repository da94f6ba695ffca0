import { Button, TextInput } from "@mantine/core";
import { Email, Phone } from "@pulse/contract/names";
import type { TestMessage, TestOutcome } from "@pulse/contract/reach";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/apiError.ts";
import { reasonText } from "../../api/reasonText.ts";
import { fieldError } from "../fieldError.ts";
import { countryOfLocale, mobileNumber } from "../mobileNumber.ts";
import classes from "./ReachChecks.module.css";

interface Props {
  channel: TestMessage["channel"];
  onTest(message: TestMessage): Promise<TestOutcome>;
}

/** An address and a button that sends a test to it; says whether it was sent, or why not. */
export function SendTest({ channel, onTest }: Props) {
  const { t } = useTranslation();
  const [to, setTo] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const test = useMutation({ mutationFn: onTest });
  const isMail = channel === "email";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = isMail ? to.trim() : (mobileNumber(to, countryOfLocale(navigator.language)) ?? to.trim());
    const wrong = fieldError(typed, isMail ? Email : Phone, isMail ? "email_required" : "phone_number_required");
    setFault(wrong);
    if (wrong === null && !test.isPending) test.mutate({ channel, to: typed });
  };
  return (
    <form className={classes["test"]} noValidate onSubmit={submit}>
      <TextInput
        label={t(isMail ? "reach.test.email" : "reach.test.sms")}
        type={isMail ? "email" : "tel"}
        autoComplete={isMail ? "email" : "tel"}
        value={to}
        error={fault}
        onChange={({ currentTarget }) => {
          setTo(currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant="default" loading={test.isPending}>
        {t("reach.test.send")}
      </Button>
      <p role="status" data-failed={test.isError || test.data?.sent === false || undefined}>
        {outcomeText()}
      </p>
    </form>
  );

  function outcomeText(): string {
    if (test.isPending) return "";
    if (test.error !== null)
      return test.error instanceof ApiError && test.error.status === 429
        ? t("reach.test.tooMany")
        : t("reach.test.notTried");
    if (test.data === undefined) return "";
    if (test.data.sent) return t(isMail ? "reach.test.mailed" : "reach.test.texted");
    const reason = test.data.reason ?? "";
    return t("reach.test.failed", { reason: reasonText(reason) ?? reason });
  }
}

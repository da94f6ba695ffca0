import { Button, Checkbox, PinInput } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useServices } from "../../services.tsx";
import { visibleDigits } from "./outboxCode.ts";
import { DemoCode } from "./DemoCode.tsx";
import classes from "./SignIn.module.css";
import { useCountdown } from "./useCountdown.ts";

const digits = 6;
const againAfterS = 30;

interface Props {
  destination: string;
  sinceMs: number;
  failure: string | null;
  onSubmit(code: string, remember: boolean): Promise<void>;
  onAgain(): Promise<void>;
  onBack(): void;
}

/** The six digits that were texted; pasting, and the phone's own offer of the code, fill all boxes. */
export function CodeStep({ destination, sinceMs, failure, onSubmit, onAgain, onBack }: Props) {
  const { t } = useTranslation();
  const { config } = useServices();
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const leftS = useCountdown(againAfterS);

  const send = async (value: string): Promise<void> => {
    if (isBusy) return;
    setMissing(value.length < digits);
    if (value.length < digits) return;
    setBusy(true);
    await onSubmit(value, remember);
    setBusy(false);
  };
  const problem = isMissing ? t("errors.mfa_code_required") : failure;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(code);
  };

  return (
    <form className={classes["box"]} onSubmit={submit}>
      <button type="button" className={classes["back"]} onClick={onBack}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        {t("signIn.back")}
      </button>
      <h1>{t("signIn.codeTitle")}</h1>
      <p className={classes["lead"]}>
        <Trans
          i18nKey="signIn.codeHint"
          values={{ digits: visibleDigits(destination).slice(-2) }}
          components={{ 1: <b /> }}
        />
      </p>
      <div className={classes["boxes"]}>
        <PinInput
          classNames={{ root: classes["code"] ?? "" }}
          length={digits}
          type="number"
          inputMode="numeric"
          oneTimeCode
          autoFocus
          placeholder=""
          value={code}
          onChange={setCode}
          onComplete={(value) => void send(value)}
          error={problem !== null}
          aria-label={t("signIn.codeGroup")}
          role="group"
          getInputProps={(index) => ({ "aria-label": t("signIn.codeLabel", { n: index + 1, count: digits }) })}
        />
      </div>
      {problem === null ? null : (
        <p className={classes["failure"]} role="alert">
          <IconAlertTriangle size={17} stroke={1.75} aria-hidden="true" />
          {problem}
        </p>
      )}
      <Checkbox
        className={classes["remember"] ?? ""}
        label={t("signIn.remember")}
        description={t("signIn.rememberHint")}
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {t("signIn.continue")}
      </Button>
      <p className={classes["again"]}>
        {t("signIn.noText")}{" "}
        {leftS > 0 ? (
          t("signIn.sendAgainIn", { time: `0:${String(leftS).padStart(2, "0")}` })
        ) : (
          <button type="button" className={classes["link"]} onClick={() => void onAgain()}>
            {t("signIn.sendAgain")}
          </button>
        )}
      </p>
      {config.demo ? (
        <DemoCode
          destination={destination}
          sinceMs={sinceMs}
          onUse={(value) => {
            setCode(value);
            void send(value);
          }}
        />
      ) : null}
    </form>
  );
}

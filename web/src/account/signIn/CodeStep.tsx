import { Button, Checkbox } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import { CodeBoxes, codeDigits } from "../CodeBoxes.tsx";
import { SentCodeFoot } from "../SentCodeFoot.tsx";
import { TextField } from "../TextField.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { BackButton } from "./BackButton.tsx";
import classes from "./SignIn.module.css";

interface Props {
  title: string;
  hint: ReactNode;
  /** Null: an app makes the code, and nothing is sent. */
  medium: "SMS" | "EMAIL" | null;
  destination: string;
  sinceMs: number;
  failure: string | null;
  /** False: the code was refused. */
  onSubmit(code: string, remember: boolean): Promise<boolean>;
  /** False: no code was sent. */
  onAgain(): Promise<boolean>;
  onBack(): void;
}

/** The six digits of a second factor, or one of the recovery codes in their place. */
export function CodeStep({ title, hint, medium, destination, sinceMs, failure, onSubmit, onAgain, onBack }: Props) {
  const { t } = useTranslation();
  const { config } = useServices();
  const [isRecovery, setRecovery] = useState(false);
  const heading = isRecovery ? t("signInSteps.recoveryTitle") : title;
  useTitle(heading);
  const [code, setCode] = useState("");
  const [tries, setTries] = useState(0);
  const [remember, setRemember] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  // A refusal of the digits says nothing about a recovery code, nor the other way round.
  const [isTurned, setTurned] = useState(false);
  const error = isMissing ? t("errors.mfa_code_required") : isTurned ? null : failure;

  const send = async (value: string): Promise<void> => {
    if (isBusy) return;
    const isTooShort = value.trim().length < codeDigits;
    setMissing(isTooShort);
    if (isTooShort) return;
    setTurned(false);
    setBusy(true);
    const isTaken = await onSubmit(value, remember);
    setBusy(false);
    if (isTaken) return;
    // A refused code is cleared and typed again from the first box.
    setCode("");
    setTries(tries + 1);
  };
  const change = (value: string): void => {
    setCode(value);
    if (!isRecovery && value.length === codeDigits && value !== code) void send(value);
  };
  /** From the digits to a recovery code, or back. */
  const turn = (): void => {
    setCode("");
    setMissing(false);
    setTurned(true);
    setRecovery(!isRecovery);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(code);
  };

  return (
    <form className={classes["box"]} onSubmit={submit}>
      <BackButton onBack={onBack} />
      <h1>{heading}</h1>
      <p className={classes["lead"]}>{isRecovery ? t("signInSteps.recoveryHint") : hint}</p>
      {/* Above the boxes: the sixth digit sends the form. */}
      <Checkbox
        className={classes["remember"] ?? ""}
        label={t("signIn.remember")}
        description={t("signIn.rememberHint")}
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
      {isRecovery ? (
        <TextField
          label={t("signIn.recoveryCode")}
          name="code"
          autoComplete="off"
          autoFocus
          value={code}
          error={error}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      ) : (
        <CodeBoxes key={tries} name="code" value={code} error={error} onChange={change} />
      )}
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {t("signIn.continue")}
      </Button>
      {medium && !isRecovery ? (
        <SentCodeFoot medium={medium} destination={destination} sentAtMs={sinceMs} onSend={onAgain} onUse={change} />
      ) : null}
      {/* Amazon's pools have no recovery codes. */}
      {config.identity.mode === "embedded" ? (
        <p className={classes[medium === null || isRecovery ? "again" : "other"]}>
          <button type="button" className={classes["link"]} onClick={turn}>
            {t(isRecovery ? "signInSteps.toDigits" : "signIn.recovery")}
          </button>
        </p>
      ) : null}
    </form>
  );
}

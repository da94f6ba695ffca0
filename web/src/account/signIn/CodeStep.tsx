import { Button, Checkbox } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { CodeBoxes, codeDigits } from "../CodeBoxes.tsx";
import { SentCodeFoot } from "../SentCodeFoot.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { visibleDigits } from "./outboxCode.ts";
import classes from "./SignIn.module.css";

interface Props {
  destination: string;
  sinceMs: number;
  failure: string | null;
  /** False: the code was refused. */
  onSubmit(code: string, remember: boolean): Promise<boolean>;
  /** False: no code was sent. */
  onAgain(): Promise<boolean>;
  onBack(): void;
}

/** The six digits that were texted. */
export function CodeStep({ destination, sinceMs, failure, onSubmit, onAgain, onBack }: Props) {
  const { t } = useTranslation();
  const title = t("signIn.codeTitle");
  useTitle(title);
  const [code, setCode] = useState("");
  const [tries, setTries] = useState(0);
  const [remember, setRemember] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);

  const send = async (value: string): Promise<void> => {
    if (isBusy) return;
    setMissing(value.length < codeDigits);
    if (value.length < codeDigits) return;
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
    if (value.length === codeDigits && value !== code) void send(value);
  };
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
      <h1>{title}</h1>
      <p className={classes["lead"]}>
        <Trans
          i18nKey="signIn.codeHint"
          values={{ digits: visibleDigits(destination).slice(-2) }}
          components={{ 1: <b /> }}
        />
      </p>
      {/* Above the boxes: the sixth digit sends the form. */}
      <Checkbox
        className={classes["remember"] ?? ""}
        label={t("signIn.remember")}
        description={t("signIn.rememberHint")}
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
      <CodeBoxes
        key={tries}
        name="code"
        value={code}
        error={isMissing ? t("errors.mfa_code_required") : failure}
        onChange={change}
      />
      <Button className={classes["submit"] ?? ""} type="submit" loading={isBusy}>
        {t("signIn.continue")}
      </Button>
      <SentCodeFoot medium="SMS" destination={destination} sentAtMs={sinceMs} onSend={onAgain} onUse={change} />
    </form>
  );
}

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { otpauthUri } from "../../session/otpauth.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { copyText } from "../../ui/copyText.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { CodeBoxes, codeDigits } from "../CodeBoxes.tsx";
import { BackButton } from "./BackButton.tsx";
import classes from "./SignIn.module.css";

interface Props {
  base32Key: string;
  email: string;
  failure: string | null;
  /** False: the code was refused. */
  onSubmit(code: string): Promise<boolean>;
  onBack(): void;
}

/** An authenticator app that the customer requires, set up on the way: scan, type what it shows. */
export function AppSetUpStep({ base32Key, email, failure, onSubmit, onBack }: Props) {
  const { t } = useTranslation();
  const title = t("signInSteps.setUpTitle");
  useTitle(title);
  const [code, setCode] = useState("");
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isCopied, setCopied] = useState(false);

  const change = async (value: string): Promise<void> => {
    setCode(value);
    if (value.length < codeDigits || isBusy) return;
    setBusy(true);
    const isTaken = await onSubmit(value);
    setBusy(false);
    if (isTaken) return;
    setCode("");
    setTries(tries + 1);
  };
  return (
    <div className={classes["box"]}>
      <BackButton onBack={onBack} />
      <h1>{title}</h1>
      <p className={classes["lead"]}>{t("signInSteps.setUpHint")}</p>
      <QrCode text={otpauthUri(base32Key, { host: window.location.hostname, email })} label={t("signInSteps.qr")} />
      <p className={classes["lead"]}>
        {t("signInSteps.key")} <code>{base32Key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Button variant="default" onClick={() => void copyText(base32Key).then(setCopied)}>
        {isCopied ? t("signInSteps.copied") : t("signInSteps.copyKey")}
      </Button>
      <CodeBoxes key={tries} name="code" value={code} error={failure} onChange={(value) => void change(value)} />
    </div>
  );
}

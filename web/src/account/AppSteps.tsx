import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AppKey } from "./AppKey.tsx";
import { CodeBoxes, codeDigits } from "./CodeBoxes.tsx";
import classes from "./Factor.module.css";

interface Props {
  base32Key: string;
  email: string;
  /** Why the last code was refused. */
  failure: string | null;
  /** Takes the code that the app shows. False: it was refused. */
  onCode(code: string): Promise<boolean>;
}

/** The set-up of an authenticator app in two steps: scan the code, then type what the app shows. */
export function AppSteps({ base32Key, email, failure, onCode }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const change = async (value: string): Promise<void> => {
    setCode(value);
    if (value.length < codeDigits || isBusy) return;
    setBusy(true);
    const isTaken = await onCode(value);
    setBusy(false);
    if (isTaken) return;
    // A refused code is cleared and typed again from the first box.
    setCode("");
    setTries(tries + 1);
  };
  return (
    <ol className={classes["steps"]}>
      <li>
        <p>{t("signInSteps.scan")}</p>
        <AppKey base32Key={base32Key} email={email} />
      </li>
      <li>
        <p>{t("signInSteps.type")}</p>
        <CodeBoxes key={tries} name="code" value={code} error={failure} onChange={(value) => void change(value)} />
      </li>
    </ol>
  );
}

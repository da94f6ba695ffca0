import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./signIn/SignIn.module.css";
import { useCountdown } from "./signIn/useCountdown.ts";

const againAfterS = 30;

interface Props {
  medium: "EMAIL" | "SMS";
  /** No code was sent yet, so there is no need to wait. */
  isFirst?: boolean;
  /** Sends another code. False, or a rejection, if it could not be sent. */
  onSend(): Promise<unknown>;
}

/** Asks for another code: 30 s after the last one. */
export function SendAgain(props: Props) {
  const [sentCount, setSentCount] = useState(0);
  // A new key starts the countdown again.
  return <Waiting key={sentCount} {...props} sentCount={sentCount} onSent={() => setSentCount(sentCount + 1)} />;
}

function Waiting({
  medium,
  isFirst = false,
  sentCount,
  onSend,
  onSent,
}: Props & { sentCount: number; onSent(): void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const remainingS = useCountdown(isFirst && sentCount === 0 ? 0 : againAfterS);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      if ((await onSend()) !== false) return onSent();
    } catch {
      // The snackbar shows the error.
    }
    setBusy(false);
  };
  return (
    <>
      <p className={classes["again"]}>
        {t(medium === "EMAIL" ? "account.code.noMail" : "account.code.noText")}{" "}
        {remainingS > 0 ? (
          t("account.code.againIn", { time: `0:${String(remainingS).padStart(2, "0")}` })
        ) : (
          <button type="button" className={classes["link"]} disabled={isBusy} onClick={() => void send()}>
            {t("account.code.again")}
          </button>
        )}
      </p>
      <p className={classes["again"]} role="status">
        {sentCount > 0 ? t(medium === "EMAIL" ? "account.code.sentAgainMail" : "account.code.sentAgainText") : null}
      </p>
    </>
  );
}

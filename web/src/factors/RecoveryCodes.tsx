import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../ui/copyText.ts";
import classes from "./Factors.module.css";

/** Ten recovery codes, which nobody can show again: to copy, or to keep as a file. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored(): void }) {
  const { t } = useTranslation();
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <div className={classes["setUp"]}>
      <p className={classes["lead"]}>{t("factors.recovery.hint")}</p>
      <ul className={classes["codes"]} aria-label={t("factors.recovery.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={() => void copyText(text).then(setCopied)}>
          {t(isCopied ? "factors.copied" : "factors.recovery.copy")}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="pulse-recovery-codes.txt"
        >
          {t("factors.recovery.download")}
        </Button>
      </div>
      <Checkbox
        label={t("factors.recovery.stored")}
        checked={isStored}
        onChange={({ currentTarget }) => setStored(currentTarget.checked)}
      />
      <Button disabled={!isStored} onClick={onStored}>
        {t("factors.done")}
      </Button>
    </div>
  );
}

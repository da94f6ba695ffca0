import { Button, Checkbox } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../ui/copyText.ts";
import frame from "../account/signIn/SignIn.module.css";
import classes from "./Factors.module.css";

/** Ten recovery codes, which nobody can show again: to copy, or to keep as a file. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored(): void }) {
  const { t } = useTranslation();
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes["recovery"]}>
      <p className={frame["lead"]}>{t("factors.recovery.hint")}</p>
      <ul className={classes["codes"]} aria-label={t("factors.recovery.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes["keep"]}>
        <Button
          variant="default"
          leftSection={<CopyIcon size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {t(isCopied ? "factors.copied" : "factors.recovery.copy")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
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
      <Button className={classes["done"] ?? ""} disabled={!isStored} onClick={onStored}>
        {t("factors.done")}
      </Button>
    </div>
  );
}

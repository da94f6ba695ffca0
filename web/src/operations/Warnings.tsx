import type { SystemOperations } from "@pulse/contract/operations";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { When } from "../time/When.tsx";
import classes from "./Operations.module.css";
import { StateIcon } from "./StateIcon.tsx";

/** So many are shown until somebody wants to see all, a hundred at most. */
const shownFirst = 8;

/** What the log has warned of since the start, the newest first; in English, as in the log, so that it can be searched for. */
export function Warnings({ warnings }: { warnings: SystemOperations["warnings"] }) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? warnings : warnings.slice(0, shownFirst);
  return (
    <FormSection title={t("operations.warningsTitle")} hint={t("operations.warningsHint")} isBare>
      {warnings.length === 0 ? <p className={classes["note"]}>{t("operations.noWarnings")}</p> : null}
      <ul className={classes["warnings"]}>
        {shown.map(({ level, message, detail, lastAt, count }) => (
          <li key={`${level} ${message} ${detail ?? ""}`}>
            <StateIcon state={level === "warn" ? "warning" : "failed"} size={16} />
            <div lang="en">
              <p>{message}</p>
              {detail === null ? null : <p className={classes["detail"]}>{detail}</p>}
            </div>
            <span>
              {count === 1 ? null : `${t("operations.times", { count })} · `}
              <When at={lastAt} format="ago" />
            </span>
          </li>
        ))}
      </ul>
      {shown.length === warnings.length ? null : (
        <div className={classes["more"]}>
          <Button variant="default" onClick={() => setIsAll(true)}>
            {t("operations.allWarnings", { count: warnings.length })}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

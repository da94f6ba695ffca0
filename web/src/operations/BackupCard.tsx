import type { NightlyBackup } from "@pulse/contract/operations";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { When } from "../time/When.tsx";
import { bytesText } from "./bytesText.ts";
import { Facts } from "./Facts.tsx";
import classes from "./Operations.module.css";

/** The last nightly backup, or why there is none. */
export function BackupCard({ backup }: { backup: NightlyBackup }) {
  const { t } = useTranslation();
  const { state, folder, last, failure, keep, dueAt } = backup;
  return (
    <FormSection title={t("operations.backupTitle")} isBare>
      <p className={classes["note"]}>
        {t(`operations.backup.${state}`)}
        {failure === null ? null : (
          <>
            {" "}
            <span lang="en">{failure.reason}</span> (<When at={failure.at} format="sentence" />)
          </>
        )}
      </p>
      {folder === null ? null : (
        <Facts
          facts={[
            [t("operations.lastBackup"), last === null ? "–" : <When key="last" at={last.at} format="ago" />],
            [t("operations.size"), last === null ? "–" : bytesText(last.bytes)],
            [t("operations.due"), dueAt],
            [t("operations.keep"), t("operations.newest", { count: keep ?? 0 })],
            [t("operations.backupFolder"), <code key="folder">{folder}</code>],
          ]}
        />
      )}
    </FormSection>
  );
}

import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Note.module.css";

/** Shown to people who edit their own user (product.md section 6). */
export function SelfNote() {
  const { t } = useTranslation();
  return (
    <p className={classes["note"]}>
      <IconInfoCircle size={17} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{t("access.users.self")}</b> {t("access.users.selfWhy")}
      </span>
    </p>
  );
}

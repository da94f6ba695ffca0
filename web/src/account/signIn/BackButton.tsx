import { IconArrowLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./SignIn.module.css";

/** Back to the password. */
export function BackButton({ onBack }: { onBack(): void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes["back"]} onClick={onBack}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
      {t("signIn.back")}
    </button>
  );
}

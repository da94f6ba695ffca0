import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import classes from "./Profile.module.css";

/** How somebody signs in who came with the company's own account: Pulse asks them for neither password nor second step. */
export function CompanySection() {
  const { t } = useTranslation();
  return (
    <FormSection title={t("factors.title")} isBare>
      <p className={classes["note"]}>{t("profile.company")}</p>
    </FormSection>
  );
}

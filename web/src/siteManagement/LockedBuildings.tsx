import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import classes from "./Buildings.module.css";

/** Shown in place of buildings and floors while the site itself is not saved. */
export function LockedBuildings() {
  const { t } = useTranslation();
  return (
    <FormSection title={t("sites.buildings.title")} isBare>
      <p className={classes["locked"]}>
        <IconLock size={17} stroke={1.75} aria-hidden="true" />
        {t("sites.finishFirst")}
      </p>
    </FormSection>
  );
}

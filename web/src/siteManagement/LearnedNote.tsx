import { useTranslation } from "react-i18next";
import classes from "./Buildings.module.css";
import { useSiteCalibration } from "./useSiteCalibration.ts";

/** Says what the site's learned calibration replaces; nothing while there is none. */
export function LearnedNote({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const version = useSiteCalibration(siteId).data?.activeVersion ?? null;
  return version === null ? null : <p className={classes["learned"]}>{t("sites.settings.learned", { version })}</p>;
}

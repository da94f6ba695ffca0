import type { AccessibleSite } from "@pulse/contract/customers";
import { useTranslation } from "react-i18next";
import { useFloors } from "../sites/sites.api.ts";
import classes from "./MapPage.module.css";

/** Said once the answer is in and there is no plan to draw. */
export function NoFloors({ site }: { site: AccessibleSite }) {
  const { t } = useTranslation();
  const { isSuccess } = useFloors(site.id);
  return isSuccess ? <p className={classes["note"]}>{t("map.noFloors")}</p> : null;
}

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import thingClasses from "../assets/Things.module.css";
import { useUnregisteredTrackers } from "./unregisteredTrackers.api.ts";

/** Says above the list how many beacons can be added, with a link to them. */
export function UnregisteredNote({ siteId }: { siteId: string | null }) {
  const { t } = useTranslation();
  const { data = [] } = useUnregisteredTrackers(siteId);
  if (siteId === null || data.length === 0) return null;
  return (
    <p className={thingClasses["note"]}>
      {t("things.heard.note", { count: data.length })}{" "}
      <Link to={`/sites/${siteId}/devices/trackers/new`}>{t("things.heard.show")}</Link>
    </p>
  );
}

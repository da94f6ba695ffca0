import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Scope } from "../entity/Scope.ts";
import classes from "../ui/tabs.module.css";
import { useActiveAlerts } from "./geofences.api.ts";

/** What the list of geofences and that of active alerts share: a title, and the links to both. */
export function useGeofenceFamily() {
  const { t } = useTranslation();
  return { title: t("geofences.title"), tabs: (scope: Scope) => <GeofenceTabs scope={scope} /> };
}

function GeofenceTabs({ scope: { base, siteId } }: { scope: Scope }) {
  const { t } = useTranslation();
  const { data } = useActiveAlerts(siteId);
  return (
    <nav className={classes["tabs"]} aria-label={t("geofences.title")}>
      <NavLink to={`${base}/geofences`} end>
        {t("geofences.all")}
      </NavLink>
      <NavLink to={`${base}/geofences/alerts`}>
        {data === undefined ? t("geofences.alerts.title") : t("geofences.alerts.titleCount", { count: data.length })}
      </NavLink>
    </nav>
  );
}

import type { Geofence } from "@pulse/contract/geofences";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../entity/useCan.ts";
import { FormSection } from "../form/FormSection.tsx";
import { When } from "../time/When.tsx";
import classes from "./Geofences.module.css";
import { useLiveGeofence } from "./geofences.api.ts";

/** Who is in a geofence right now, and since when, the last to enter first. */
export function AssetsInside({ geofence }: { geofence: Geofence }) {
  const { t } = useTranslation();
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] }) === true;
  const { assetsInside, numAssetsInside } = useLiveGeofence(geofence) ?? geofence;
  return (
    <FormSection
      title={t("geofences.inside.title")}
      hint={t("geofences.inside.count", { count: numAssetsInside })}
      isBare
    >
      {assetsInside.length === 0 ? <p className={classes["text"]}>{t("geofences.inside.none")}</p> : null}
      <ul className={classes["rows"]} aria-label={t("geofences.inside.title")}>
        {assetsInside.map(({ id, guid, name, enterTime }) => (
          <li key={id}>
            {readsAssets ? <Link to={`/sites/${geofence.siteId}/map?asset=${guid}`}>{name}</Link> : <span>{name}</span>}
            <When at={enterTime} format="list" />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

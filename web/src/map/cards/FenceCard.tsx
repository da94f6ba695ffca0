import { getGeofence } from "@pulse/contract/geofences";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { nounKeys } from "../../api/queryKeys.ts";
import { useCan } from "../../entity/useCan.ts";
import { useServices } from "../../services/services.tsx";
import { When } from "../../time/When.tsx";
import classes from "./GatewayCard.module.css";
import { type CardForm, MapCard } from "./MapCard.tsx";
import type { MapFence } from "../../mapEngine/mapFence.ts";

const maxShown = 5;
const everyMs = 5_000;

interface Props {
  fence: MapFence;
  siteId: string;
  form: CardForm;
  /** The time by the server's clock, ms. */
  nowMs(): number;
  onSelect(guid: string | null, bringIntoView?: boolean): void;
}

/** Who is in the selected geofence right now, the last to enter first, and a link to its page. */
export function FenceCard({ fence: { id, name, isRestricted }, siteId, form, nowMs, onSelect }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const readsAssets = useCan({ all: [{ area: "asset_management", letter: "r" }] }) === true;
  const { data } = useQuery({
    queryKey: nounKeys("geofences", siteId).one(id),
    queryFn: ({ signal }) => api.call(getGeofence, { params: { id }, signal }),
    refetchInterval: everyMs,
  });
  return (
    <MapCard
      form={form}
      name={name}
      line={
        <>
          {t(isRestricted ? "geofences.oneRestricted" : "geofences.one")}
          {data === undefined ? null : ` · ${t("geofences.inside.count", { count: data.numAssetsInside })}`}
        </>
      }
      onClose={() => onSelect(null)}
    >
      <div className={classes["heard"]}>
        <ul aria-label={t("geofences.inside.title")}>
          {(data?.assetsInside ?? []).slice(0, maxShown).map((asset) => (
            <li key={asset.id}>
              {readsAssets ? (
                <button type="button" onClick={() => onSelect(asset.guid, true)}>
                  {asset.name}
                </button>
              ) : (
                <span>{asset.name}</span>
              )}
              <When at={asset.enterTime} format="list" nowMs={nowMs} />
            </li>
          ))}
        </ul>
      </div>
      <p className={classes["more"]}>
        <Link to={`/sites/${siteId}/geofences/${id}`}>{t("geofences.open")}</Link>
      </p>
    </MapCard>
  );
}

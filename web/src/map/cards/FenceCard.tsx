import { getGeofence } from "@pulse/contract/geofences";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { nounKeys } from "../../api/queryKeys.ts";
import { useCan } from "../../entity/useCan.ts";
import { useServices } from "../../services/services.tsx";
import { When } from "../../time/When.tsx";
import { toastsAbove } from "../../ui/toastsAbove.ts";
import classes from "./GatewayCard.module.css";
import type { MapFence } from "../../mapEngine/mapFence.ts";

const maxShown = 5;
const everyMs = 5_000;

interface Props {
  fence: MapFence;
  siteId: string;
  /** `floating`: over the desk's map; `filling`: in a sheet or a panel. */
  form: "floating" | "filling";
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
    <section
      ref={form === "floating" ? toastsAbove : null}
      className={classes["card"]}
      data-form={form}
      data-over-map={form === "floating" || undefined}
      aria-label={name}
    >
      <div className={classes["head"]} data-peek>
        <div>
          <h2>{name}</h2>
          <p>
            {t(isRestricted ? "geofences.oneRestricted" : "geofences.one")}
            {data === undefined ? null : ` · ${t("geofences.inside.count", { count: data.numAssetsInside })}`}
          </p>
        </div>
        <button type="button" aria-label={t("card.close")} onClick={() => onSelect(null)}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
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
    </section>
  );
}

import type { Asset } from "@pulse/contract/assets";
import { searchTrackers } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services/services.tsx";
import { LinkedEntities, linkSearch } from "./LinkedEntities.tsx";
import { BatteryNow } from "./LiveCells.tsx";

/** The trackers of an asset, and a field to link another by name, MAC, serial number or scanner. */
export function AssetTrackers({ asset }: { asset: Asset }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const reads = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  const { siteId, linkedTrackers } = asset;
  return (
    <LinkedEntities
      title={t("things.trackers.title")}
      none={t("things.links.noTracker")}
      things={linkedTrackers.map(({ id, name, mac, batteryLevel }) => ({
        id,
        name,
        href: reads ? `/sites/${siteId}/devices/trackers/${id}` : null,
        detail: mac ?? "",
        beside: <BatteryNow id={id} percent={batteryLevel} />,
      }))}
      linkWith={(tracker) => ({ asset, tracker })}
      pick={
        reads && !asset.archived
          ? {
              label: t("things.links.findTracker"),
              hint: t("things.links.findTrackerHint"),
              target: t("things.trackers.one"),
              queryKey: ["trackers", siteId],
              find: async (typed, signal) => {
                const matches = await api.call(searchTrackers, { query: linkSearch(siteId, typed), signal });
                return matches.map(({ id, name, mac, linkedAsset }) => ({
                  id,
                  name,
                  detail: [mac, linkedAsset?.name].filter(Boolean).join(" · "),
                }));
              },
            }
          : null
      }
    />
  );
}

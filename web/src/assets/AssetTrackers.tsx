import type { Asset } from "@pulse/contract/assets";
import { useTranslation } from "react-i18next";
import { useCan } from "../entity/useCan.ts";
import { LinkedEntities } from "./LinkedEntities.tsx";
import { BatteryNow } from "./LiveCells.tsx";
import { useTrackerPick } from "./useTrackerPick.ts";

/** The trackers of an asset, and a field to link another by name, MAC, serial number or scanner. */
export function AssetTrackers({ asset }: { asset: Asset }) {
  const { t } = useTranslation();
  const reads = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  const { siteId, linkedTrackers } = asset;
  const pick = useTrackerPick(siteId);
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
      pick={reads && !asset.archived ? pick : null}
    />
  );
}

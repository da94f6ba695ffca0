import { searchAssets } from "@pulse/contract/assets";
import type { Tracker } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { LinkedEntities, linkSearch } from "../assets/LinkedEntities.tsx";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services/services.tsx";

/** The asset that a tracker is attached to, and a field to link it to another. */
export function TrackerAsset({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const reads = useCan({ all: [{ area: "asset_management", letter: "r" }] }) === true;
  const { siteId, linkedAsset } = tracker;
  return (
    <LinkedEntities
      title={t("things.trackers.linked")}
      none={t("things.links.noAsset")}
      things={
        linkedAsset === null
          ? []
          : [{ ...linkedAsset, href: reads ? `/sites/${siteId}/assets/${linkedAsset.id}` : null }]
      }
      linkWith={(asset) => ({ asset, tracker })}
      pick={
        reads && !tracker.archived
          ? {
              label: t("things.links.findAsset"),
              hint: t("things.links.findAssetHint"),
              target: t("things.assets.one"),
              queryKey: ["assets", siteId],
              find: async (typed, signal) => {
                const matches = await api.call(searchAssets, { query: linkSearch(siteId, typed), signal });
                return matches.map(({ id, name, type }) => ({ id, name, detail: type }));
              },
            }
          : null
      }
    />
  );
}

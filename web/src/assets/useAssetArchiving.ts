import { archiveAsset, unarchiveAsset } from "@pulse/contract/assetChanges";
import { assets } from "./assets.ts";
import { useArchiving } from "./useArchiving.ts";

export function useAssetArchiving() {
  return useArchiving({
    noun: assets,
    archive: archiveAsset,
    unarchive: unarchiveAsset,
    linksOf: ({ id, linkedTrackers }) => linkedTrackers.map((tracker) => ({ assetId: id, trackerId: tracker.id })),
  });
}

import { archiveTracker, unarchiveTracker } from "@pulse/contract/trackers";
import { useArchiving } from "../assets/useArchiving.ts";
import { trackers } from "./trackers.ts";

export function useTrackerArchiving() {
  return useArchiving({
    noun: trackers,
    archive: archiveTracker,
    unarchive: unarchiveTracker,
    linksOf: ({ id, linkedAsset }) => (linkedAsset === null ? [] : [{ assetId: linkedAsset.id, trackerId: id }]),
  });
}

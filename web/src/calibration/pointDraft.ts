import type { LatLon } from "@pulse/geo/latLon";

/** A chosen tracker. */
export interface PickedTracker {
  id: string;
  name: string;
  mac: string;
}

/** Which tracker is where: the start of both a walk-test point and a reference beacon. */
export interface PointDraft {
  tracker: PickedTracker | null;
  /** A place on one floor; on other floors nothing is chosen yet. */
  at: (LatLon & { floorId: string }) | null;
}

/** A complete draft. */
export interface CompletePointDraft {
  tracker: PickedTracker;
  at: LatLon & { floorId: string };
}

export function isComplete(draft: PointDraft): draft is CompletePointDraft {
  return draft.tracker !== null && draft.at !== null;
}

/** What is still missing from an incomplete draft. */
export function missingOf({ tracker, at }: PointDraft): "both" | "tracker" | "place" {
  if (tracker !== null) return "place";
  return at === null ? "both" : "tracker";
}

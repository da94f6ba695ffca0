import type { LatLon } from "@pulse/geo/latLon";

/** A chosen tracker. */
export interface PickedTracker {
  id: string;
  name: string;
  mac: string;
}

/** Which tracker is where: the start of both a walk-test point and a reference beacon. */
export interface Stand {
  tracker: PickedTracker | null;
  /** A place on one floor; on other floors nothing is chosen yet. */
  at: (LatLon & { floorId: string }) | null;
}

/** A complete stand. */
export interface WholeStand {
  tracker: PickedTracker;
  at: LatLon & { floorId: string };
}

export function isWhole(stand: Stand): stand is WholeStand {
  return stand.tracker !== null && stand.at !== null;
}

/** What is still missing from an incomplete stand. */
export function missingOf({ tracker, at }: Stand): "both" | "tracker" | "place" {
  if (tracker !== null) return "place";
  return at === null ? "both" : "tracker";
}

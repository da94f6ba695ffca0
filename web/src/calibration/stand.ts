import type { LatLon } from "@pulse/geo/latLon";

/** A tracker that was chosen. */
export interface PickedTracker {
  id: string;
  name: string;
  mac: string;
}

/** Which tracker stands where: what a point of a walk test and a reference beacon begin with. */
export interface Stand {
  tracker: PickedTracker | null;
  /** On one floor: on another nothing is chosen yet. */
  at: (LatLon & { floorId: string }) | null;
}

/** A stand that is wholly chosen. */
export interface WholeStand {
  tracker: PickedTracker;
  at: LatLon & { floorId: string };
}

export function isWhole(stand: Stand): stand is WholeStand {
  return stand.tracker !== null && stand.at !== null;
}

/** What is to be chosen still, of a stand that is not whole. */
export function missingOf({ tracker, at }: Stand): "both" | "tracker" | "place" {
  if (tracker !== null) return "place";
  return at === null ? "both" : "tracker";
}

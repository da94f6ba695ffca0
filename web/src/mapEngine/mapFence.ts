import type { LonLat } from "@pulse/geo/fenceShape";

/** A geofence as the map draws it. */
export interface MapFence {
  id: string;
  name: string;
  /** Empty: all floors. */
  floorIds: readonly string[];
  isHidden: boolean;
  /** Whatever is in it needs attention; it is drawn in the colour of alerts. */
  isRestricted: boolean;
  /** For each part the outer ring and then its holes; a ring ends where it began. */
  parts: LonLat[][][];
}

/** Removed from everything sent to a viewer without `location_elevation` r (shapes S1). */
export const elevationKeys: ReadonlySet<string> = new Set([
  "elevation",
  "lastElevation",
  "z",
  "elevationLowerBound",
  "elevationUpperBound",
]);

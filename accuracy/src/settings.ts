/** The settings of measured sites, the same as for new sites of a customer. */
export const SETTINGS = {
  mechanism: "TRILATERATED",
  anchorSnapRadiusM: 5,
  locationAccuracyThresholdM: 50,
  ignoreMovingTracker: false,
} as const;

/** What sites of measurements are set to, as new sites of a customer are. */
export const SETTINGS = {
  mechanism: "TRILATERATED",
  anchorSnapRadiusM: 5,
  locationAccuracyThresholdM: 50,
  ignoreMovingTracker: false,
} as const;

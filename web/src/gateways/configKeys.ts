/** The settings of a gateway that are on or off, in display order. */
export const configSwitches = [
  "uploadIbeacon",
  "uploadEddystone",
  "uploadKsensor",
  "uploadUnknown",
  "proximity",
  "gpsLocation",
  "includeRssiOnly",
] as const;

/** The numeric settings. */
export const configNumbers = ["filterRssi", "uploadPeriodS", "redundantPeriodS"] as const;

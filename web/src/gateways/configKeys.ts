/** The settings of a gateway that are on or off, in the order in which they are shown. */
export const configSwitches = [
  "uploadIbeacon",
  "uploadEddystone",
  "uploadKsensor",
  "uploadUnknown",
  "proximity",
  "gpsLocation",
  "includeRssiOnly",
] as const;

/** Those that are numbers. */
export const configNumbers = ["filterRssi", "uploadPeriodS", "redundantPeriodS"] as const;

/** Versions that the product states about itself (product.md sections 1 and 9). */
export const versions = {
  app: "1.19.2",
  api: 3,
  /** What `GET /api/version` answers; its first digit is the API's. */ server: "3.1.0",
} as const;

/** Every business constant of product.md section 9 and shapes.md, each with its unit where the name carries one. */
export const limits = {
  pageLimit: 25,
  pageLimitMax: 200,
  listRowsMax: 10_000,
  searchLimit: 10,
  searchLimitMax: 50,
  historyLimit: 1000,
  historyLimitMax: 10_000,
  historyAssetsMax: 200,
  clusterGridPx: 20,
  locationUpdateMs: 500,
  heartbeatMs: 25_000,
  heartbeatsMissed: 2,
  connectedMs: 60_000,
  lowBatteryPercent: 20,
  silentMs: 24 * 3600_000,
  gatewayMessagesKept: 100,
  /** An uploaded image (shapes S16). */
  imageBytes: 20 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** All images of one form. */
  formBytes: 200 * 1024 * 1024,
  filterRssiDbm: { min: -100, max: 20 },
  socket: { reconnectionDelay: 1000, reconnectionDelayMax: 5000, randomizationFactor: 0.5, timeout: 20_000 },
  errorSnackbarMs: 10_000,
  successSnackbarMs: 5_000,
  relativeTimeDay: 7,
  refreshCheckMs: 10 * 60_000,
  refreshWhenUnderMs: 15 * 60_000,
  /** Server status and version. */
  statusPollMs: 60_000,
  /** The same while something is wrong. */
  statusPollInTroubleMs: 5_000,
  statusTimeoutMs: 5_000,
  networkDisconnectedMs: 10_000,
} as const;

/** Defaults of shapes S5, S6 and S9. */
export const defaults = {
  assetMapTimeoutDay: 1000,
  kkmRingDurationMs: 5000,
  geofenceExitTimeoutMin: 30,
  mechanism: "TRILATERATED",
  mobileGatewayIntervalMs: 20_000,
  mobileGatewayDurationMs: 8_000,
  anchorSnapRadiusM: 5,
  locationAccuracyThresholdM: 50,
  alpha: 0.42093,
  beta: 6.9476,
  gamma: 0.54992,
  measuredPowerDbm: -59,
  gatewayZM: 2.5,
  tagHeightM: 1.2,
  ceilingHeightM: 3,
} as const;

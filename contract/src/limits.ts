/** Versions that the product states about itself (product.md sections 1 and 9). */
export const versions = {
  app: "1.19.2",
  api: 3,
  /** What `GET /api/version` answers; its first digit is the API's. */ server: "3.1.0",
} as const;

/** Every business constant of product.md section 9 and shapes.md, with its unit in the name if it has one. */
export const limits = {
  pageLimit: 25,
  pageLimitMax: 200,
  listRowsMax: 10_000,
  /** Faults that a refusal lists; the others are counted. */
  detailsMax: 50,
  searchLimit: 10,
  searchLimitMax: 50,
  eventsLimit: 5,
  /** Events of a kind within this time are reported as one. */
  eventsFoldMs: 60_000,
  /** Single events that a person has read, besides the moment up to which everything is read. */
  readEventsKept: 500,
  historyLimit: 1000,
  historyLimitMax: 10_000,
  historyAssetsMax: 200,
  clusterGridPx: 20,
  locationUpdateMs: 500,
  /** How often a client gets the positions that it does not watch. */
  unwatchedUpdateMs: 10_000,
  /** How many assets a client watches wherever they are. */
  watchedAssets: 50,
  heartbeatMs: 25_000,
  heartbeatsMissed: 2,
  connectedMs: 60_000,
  lowBatteryPercent: 20,
  silentMs: 24 * 3600_000,
  /** Messages of one gateway a second; more are dropped. */
  gatewayMessagesPerS: 200,
  gatewayMessagesKept: 100,
  /** An uploaded image (shapes S16). */
  imageBytes: 20 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** An uploaded plan may have more, as scans of large sheets do (A0 at 300 dpi: 139 megapixels); it is made smaller. */
  planPixels: 200_000_000,
  /** A compressed drawing (.svgz), unpacked. */
  svgUnpackedBytes: 64 * 1024 * 1024,
  /** All images of one form. */
  formBytes: 200 * 1024 * 1024,
  /** An imported file. */
  importBytes: 50 * 1024 * 1024,
  /** A workbook (.xlsx, .ods), unpacked: 200,000 rows of 13 columns. */
  workbookUnpackedBytes: 256 * 1024 * 1024,
  /** A file with more rows is imported in the background. */
  importRowsAtOnce: 1_000,
  /** Rows of a file that changes things, which is one transaction. */
  importRowsChanged: 5_000,
  /** Rows with errors after which a file is checked no further. */
  importFaultsTold: 1_000,
  /** Rows of an import's report in one answer. */
  importRowsListed: 1_000,
  /** A KML or KMZ file (shapes S16), and its unpacked size. */
  kmlBytes: 10 * 1024 * 1024,
  kmlUnpackedBytes: 64 * 1024 * 1024,
  /** Of a customer: every event is offered to each of them. */
  webhooksMax: 50,
  /** E-mail domains and mapped values of a customer's company sign-in. */
  ssoDomainsMax: 50,
  ssoMappingsMax: 200,
  /** The numbers among a site's settings, in the unit of each (shapes S6). */
  siteSettings: {
    mobileGatewayInterval: { min: 1000, max: 3_600_000 },
    mobileGatewayDuration: { min: 1000, max: 600_000 },
    anchorSnapRadius: { min: 0.1, max: 1000 },
    locationAccuracyThreshold: { min: 0.1, max: 1000 },
    geofenceExitTimeout: { min: 1, max: 10_080 },
  },
  filterRssiDbm: { min: -100, max: 20 },
  uploadPeriodMaxS: 7200,
  advertisementPeriodMs: { min: 100, max: 40_000 },
  transmissionPowerDbm: { min: -40, max: 8 },
  ringDurationMs: { min: 100, max: 60_000 },
  /** How many of a device's requests are shown. */
  deviceRequestsShown: 50,
  socket: { reconnectionDelay: 1000, reconnectionDelayMax: 5000, randomizationFactor: 0.5, timeout: 20_000 },
  errorSnackbarMs: 10_000,
  successSnackbarMs: 5_000,
  relativeTimeDay: 7,
  refreshCheckMs: 10 * 60_000,
  refreshWhenUnderMs: 15 * 60_000,
  /** Events, while the live socket is silent. */
  eventsPollMs: 30_000,
  /** How long a toast stays before it counts as read, and how long after the pointer has left it. */
  toastReadMs: 5_000,
  toastHoverClearMs: 700,
  toastsShown: 3,
  /** After a toast has gone by itself, later ones wait at the bell for this long: there must not always be toasts. */
  toastRestMs: 20_000,
  /** Server status and version. */
  statusPollMs: 60_000,
  /** The same while something is wrong. */
  statusPollInTroubleMs: 5_000,
  statusTimeoutMs: 5_000,
  networkDisconnectedMs: 10_000,
} as const;

/** The defaults in shapes S5, S6 and S9. */
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

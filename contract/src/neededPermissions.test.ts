import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";

// The server's tests take what an endpoint needs from the contract, so what the contract says is written here again.

const letterOf: Record<string, string> = { GET: "r", POST: "c", PUT: "u", DELETE: "d" };
/** The area of a noun's endpoints. */
const areaOf: Record<string, string> = {
  analytics: "asset_management",
  "api-keys": "role_management",
  assets: "asset_management",
  audit: "role_management",
  geofences: "geofence_management",
  groups: "group_management",
  hardwares: "hardware_management",
  "report-schedules": "report_download",
  reports: "report_download",
  roles: "role_management",
  sites: "site_management",
  trackers: "identifier_management",
  users: "user_management",
  webhooks: "site_management",
};

/** What needs other permissions than its method and its noun say: some of these, or with `+` all of them. */
const others: Record<string, string> = {
  // A part of a thing, or its secrets, are changed with it.
  addCalibrationPoint: "site_management:u",
  createCredentialsOfHardwares: "hardware_management:u",
  createHardwareCredentials: "hardware_management:u",
  createSiteCredentials: "site_management:u",
  createSiteGatewayCredentials: "hardware_management:u",
  createTrackerCredentials: "identifier_management:u",
  deleteAssetImage: "asset_management:u",
  deleteCalibrationPoint: "site_management:u",
  deleteSiteGatewayCredentials: "hardware_management:u",
  deleteSso: "role_management:u",
  exchangeHardwarePlaces: "hardware_management:u",
  fitCalibration: "site_management:u",
  getCalibration: "site_management:u",
  getSso: "role_management:u",
  readPlanDrawing: "site_management:c site_management:u",
  removeUnderlay: "site_management:u",
  replayDelivery: "site_management:u",
  resendInvitation: "user_management:u",
  resetUserFactors: "user_management:u",
  testSso: "role_management:u",
  testWebhook: "site_management:u",
  updateSso: "role_management:u",
  // Whoever sees things on the map needs their site, its plans and its gateways.
  getFile: "site_management:r asset_management:r identifier_management:r hardware_management:r geofence_management:r",
  getSite: "site_management:r asset_management:r identifier_management:r hardware_management:r geofence_management:r",
  listFloors:
    "site_management:r asset_management:r identifier_management:r hardware_management:r geofence_management:r",
  listCustomerHardwareTypes: "hardware_management:r",
  listHardwares: "asset_management:r hardware_management:r",
  listSiteHardwareTypes: "hardware_management:r",
  // Each event needs what its own kind needs.
  listEvents:
    "asset_management:r identifier_management:r hardware_management:r geofence_management:r site_management:r " +
    "user_management:r role_management:r group_management:r report_download:c",
  // Operations of their own.
  downloadAssets: "asset_management:r + asset_download:r",
  downloadTrackers: "identifier_management:r + asset_download:r",
  linkTracker: "asset_identifier_link_management:c asset_identifier_link_management:u",
  unlinkTracker: "asset_identifier_link_management:d",
  listAssetGeofenceHistory: "asset_management:r + geofence_management:r",
  ringTracker: "mobile_beacon_ring:c",
  stopRinging: "mobile_beacon_ring:c",
  // Whoever may import may also see and undo it, and have its template.
  getAssetsImportTemplate: "asset_management:c",
  getHardwaresImportTemplate: "hardware_management:c",
  getTrackersImportTemplate: "identifier_management:c",
  getImport: "asset_management:c identifier_management:c hardware_management:c",
  undoImport: "asset_management:c identifier_management:c hardware_management:c",
  // There is one operation for reports.
  deleteReport: "report_download:c",
  deleteReportSchedule: "report_download:c",
  downloadReport: "report_download:c",
  getReport: "report_download:c",
  getReportSchedule: "report_download:c",
  listReports: "report_download:c",
  listReportSchedules: "report_download:c",
  updateReportSchedule: "report_download:c",
};

test("each endpoint needs the letter of its method in the area of its noun, or what is listed here", () => {
  const used = new Set<string>();
  for (const { id, method, path, access } of endpoints) {
    if (typeof access === "string") continue;
    const { any = [], all = [] } = access as { any?: typeof all; all?: { area: string; letter: string }[] };
    const needed = [any, all].map((needs) => needs.map(({ area, letter }) => `${area}:${letter}`));
    if (id in others) used.add(id);
    const usual = `${areaOf[path.split("/")[3]!]}:${letterOf[method]}`;
    expect([id, [needed[0]!.join(" "), needed[1]!.join(" + ")].filter(Boolean).join(" + ")]).toEqual([
      id,
      others[id] ?? usual,
    ]);
  }
  expect(Object.keys(others).filter((id) => !used.has(id))).toEqual([]);
});

test.each([
  [
    "public",
    "accountExists changeForgotPassword checkReachAtSetup createFirstSuperadmin forgotPassword getConfig getServerStatus " +
      "getVersion migrateAccount openReportLink redeemSsoTicket resendConfirmationCode sendTestMessageAtSetup signUp " +
      "verifyEmail",
  ],
  [
    "superadmin",
    "checkReach createCustomer createCustomerCredentials deleteCustomer deleteFailedMessage getCustomer " +
      "getSystemOperations listCustomers listFailedMessages replayFailedMessage sendTestMessage updateCustomer",
  ],
  [
    "signedIn",
    "enableMfa endOtherOwnSessions endOwnSession getAccessibleOperations getCustomerAccessibleOperations getCustomerMe " +
      "getNotificationState getOperations getUserMe ingestScans listAccessibleSites listOwnSessions reportCrash search " +
      "searchEvents updateNotificationState updateOwnAttribute verifyOwnAttribute",
  ],
])("exactly these endpoints are for whoever is %s", (kind, ids) => {
  const found = endpoints.filter(({ access }) => access === kind).map(({ id }) => id);
  expect(found.toSorted().join(" ")).toBe(ids);
});

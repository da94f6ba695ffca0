import type { Query, SeriesShape } from "../format.ts";
import type { World } from "./world.ts";

export interface Call {
  /** For the placeholders of the endpoint's path. */
  params?: Readonly<Record<string, string>>;
  query?: Query;
  /** Instead of asking: the answers of this path are the same. */
  sameAs?: string;
}

/** What is recorded of an endpoint. */
export type Plan = { calls(world: World): Call[] } & (
  | { kind: "whole"; when: "beginning" }
  | { kind: "list" | "file"; when: "beginning" }
  /** What is so when the recording ends, or a sum over all of it. */
  | { kind: "whole"; when: "end"; isOfSpan: boolean }
  | { kind: "series"; when: "end"; series: SeriesShape }
);

/** Pixels: enough for a plan as wide as a screen, and a tenth of the bytes of the largest. */
const planWidth = "1600";

const once = (): Call[] => [{}];
const ofCustomer = ({ customerId }: World): Call[] => [{ query: { customer_id: customerId } }];
const byCustomer = ({ customerId }: World): Call[] => [{ params: { id: customerId } }];
const ofSites = ({ sites }: World): Call[] => sites.map(({ id }) => ({ query: { site_id: id } }));
const bySite = ({ sites }: World): Call[] => sites.map(({ id }) => ({ params: { id } }));
const byThing =
  (noun: "assets" | "trackers" | "gateways" | "geofences") =>
  (world: World): Call[] =>
    world[noun].map(({ id }) => ({ params: { id } }));
const each =
  (noun: "users" | "roles" | "groups" | "webhooks") =>
  (world: World): Call[] =>
    world[noun].map((id) => ({ params: { id } }));

/** With each filter that a row itself does not decide. */
const withHealth =
  (healths: readonly string[]) =>
  ({ sites }: World): Call[] =>
    sites.flatMap(({ id }) => [
      { query: { site_id: id } },
      ...healths.map((health) => ({ query: { site_id: id, health } })),
    ]);
const ofThings = withHealth(["low_battery", "silent", "never_heard", "unlinked"]);
const ofGateways = withHealth(["not_placed", "far_from_floor", "deaf", "clock_drift"]);

const floorsOf = ({ floors }: World): Call[] =>
  floors.map(({ siteId, floorId }) => ({ query: { site_id: siteId, floor_id: floorId } }));
const byPlaces = ({ sites }: World): Call[] =>
  sites.flatMap(({ id }) => ["room", "geofence"].map((by) => ({ query: { site_id: id, by } })));

/** A tracker has what its asset has; only one without an asset is asked for. */
const asOfAsset =
  (what: "links" | "history") =>
  ({ trackers }: World): Call[] =>
    trackers.map(({ id, assetId }) => ({
      params: { id },
      ...(assetId === null ? {} : { sameAs: `/api/v3/assets/${assetId}/${what}` }),
    }));

const whole = (calls: Plan["calls"]): Plan => ({ kind: "whole", when: "beginning", calls });
const atEnd = (calls: Plan["calls"], isOfSpan: boolean): Plan => ({ kind: "whole", when: "end", isOfSpan, calls });
const same = (sameAs: string): Plan => list(() => [{ sameAs }]);
const list = (calls: Plan["calls"]): Plan => ({ kind: "list", when: "beginning", calls });
const file = (calls: Plan["calls"]): Plan => ({ kind: "file", when: "beginning", calls });
const series = (start: string, end: string | null, more: Partial<SeriesShape>, calls: Plan["calls"]): Plan => ({
  kind: "series",
  when: "end",
  series: { start, end, newestFirst: false, isTrack: false, ...more },
  calls,
});
const positions = (calls: Plan["calls"]): Plan => series("timestamp", "end_timestamp", { isTrack: true }, calls);
const stays = (calls: Plan["calls"]): Plan => series("enter_time", "exit_time", { newestFirst: true }, calls);

/** What is recorded, by the endpoint's id. */
export const plans: Readonly<Record<string, Plan>> = {
  getVersion: whole(once),
  getServerStatus: whole(once),
  getConfig: whole(once),
  getUserMe: whole(once),
  getAccessibleOperations: whole(once),
  getOperations: whole(once),
  getNotificationState: whole(once),
  listOwnSessions: whole(once),
  countRecoveryCodes: whole(once),
  listUsers: list(ofCustomer),
  getUser: whole(each("users")),
  listRoles: list(ofCustomer),
  getRole: whole(each("roles")),
  listGroups: list(ofCustomer),
  getGroup: whole(each("groups")),
  listApiKeys: list(ofCustomer),
  listAudit: list(ofCustomer),
  getCustomerMe: whole(once),
  listCustomerHardwareTypes: whole(byCustomer),
  getCustomerAccessibleOperations: whole(byCustomer),
  listAccessibleSites: whole(byCustomer),
  getSso: whole(byCustomer),
  listWebhooks: list(ofCustomer),
  getWebhook: whole(each("webhooks")),
  listDeliveries: whole(each("webhooks")),
  listReports: list(once),
  listReportSchedules: list(ofCustomer),
  listSites: list(once),
  getSite: whole(bySite),
  listFloors: whole(bySite),
  listSiteHardwareTypes: whole(bySite),
  getCalibration: whole(bySite),
  getFile: file(({ images }) =>
    images.map((path) => ({ params: { id: path.split("/").at(-1) ?? "" }, query: { width: planWidth } })),
  ),

  listAssets: same("/api/v3/assets/search"),
  searchAssets: list(ofThings),
  listLiveAssets: whole(ofSites),
  listAssetTypes: whole(ofSites),
  listAssetLinks: whole(byThing("assets")),
  downloadAssets: file(ofSites),
  getAssetsImportTemplate: file(() => [{ query: { sample: "true" } }]),
  getAssetHistory: positions(byThing("assets")),
  listAssetGeofenceHistory: stays(byThing("assets")),

  listTrackers: same("/api/v3/trackers/search"),
  searchTrackers: list(ofThings),
  listLiveTrackers: whole(ofSites),
  listTrackerTypes: whole(ofCustomer),
  listTrackerLinks: whole(asOfAsset("links")),
  downloadTrackers: file(ofSites),
  getTrackersImportTemplate: file(() => [{ query: { sample: "true" } }]),
  getTrackerHistory: positions(asOfAsset("history")),
  listTrackerSightings: series("timestamp", null, {}, byThing("trackers")),
  listTrackerTelemetry: series("timestamp", null, {}, byThing("trackers")),
  explainTracker: atEnd(byThing("trackers"), false),
  listHeardTrackers: whole(ofSites),
  getTrackerStoredConfiguration: whole(byThing("trackers")),
  listTrackerRequests: whole(byThing("trackers")),

  listHardwares: same("/api/v3/hardwares/search"),
  searchHardwares: list(ofGateways),
  listHardwareTypes: whole(once),
  getHardware: whole(byThing("gateways")),
  getHardwareConnection: whole(byThing("gateways")),
  getSiteGatewayAccount: whole(ofSites),
  listHardwareAssetHistory: series("timestamp", null, { newestFirst: true }, byThing("gateways")),
  downloadHardwares: file(ofSites),
  getHardwaresImportTemplate: file(() => [{ query: { sample: "true" } }]),
  listHeardHardwares: whole(ofSites),
  listGatewayMessages: whole(byThing("gateways")),
  getHardwareStoredConfiguration: whole(byThing("gateways")),
  listHardwareRequests: whole(byThing("gateways")),

  listGeofences: same("/api/v3/geofences/search"),
  searchGeofences: list(ofSites),
  downloadGeofences: file(ofSites),
  getGeofence: whole(byThing("geofences")),
  listActiveAlerts: whole(ofSites),
  listGeofenceHistory: stays(byThing("geofences")),

  getHeatmap: atEnd(floorsOf, true),
  getDwell: atEnd(byPlaces, true),
  getOccupancy: atEnd(byPlaces, true),
  getFlows: atEnd(byPlaces, true),
  getCoverage: atEnd(ofSites, true),
  searchEvents: series("timestamp", null, { newestFirst: true }, ({ sites, customerId }) =>
    sites.map(({ id }) => ({ query: { site_id: id, customer_id: customerId } })),
  ),
};

/** Endpoints that are not recorded, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  getAsset: "a row of the list",
  getTracker: "a row of the list",
  search: "recordHits.ts: what was found by names",
  accountExists: "it is asked before a sign-in",
  listCustomers: "for superadmins",
  getCustomer: "for superadmins",
  getSystemOperations: "for superadmins",
  listFailedMessages: "for superadmins",
  checkReach: "for superadmins",
  listAssetHistories: "put together of the histories of the assets",
  listEvents: "for programs",
  getImport: "nothing is imported",
  getReport: "the demo has no reports",
  getReportSchedule: "the list has all of each",
  downloadReport: "the demo has no reports",
  openReportLink: "the demo has no reports",
  readHardwareConfiguration: "it asks a device",
  readTrackerConfiguration: "it asks a device",
};

import { z } from "zod";
import { historyQuery, Link, Position, thingFilters } from "./assets.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Guid, Id, Mac, MacInput, Place, Ref, RoomGuess, Section, Time, TimeInput, Version } from "./fields.ts";
import { MqttCredentials } from "./mqttCredentials.ts";
import { TimeZone } from "./timeZone.ts";
import { IdentityInputs, TrackerIdentity } from "./trackerIdentities.ts";
import { ClearedText, FreeText, Name } from "./names.ts";
import { searchQuery } from "./page.ts";

/** A kind of tracker, and the requests it can take (shapes S8). */
export const TrackerType = z
  .object({
    id: Id,
    type: z.string(),
    name: z.string(),
    capabilities: z.object({ ring: z.boolean(), deviceConfig: z.boolean() }),
  })
  .meta({ id: "TrackerType" });
export type TrackerType = z.infer<typeof TrackerType>;

export const Tracker = Base.extend({
  guid: Guid,
  siteId: Id,
  name: z.string(),
  type: z.string(),
  /** The first of its identities of kind `mac`; null: there is none. */
  mac: Mac.nullable(),
  identities: z.array(TrackerIdentity),
  /**
   * One of them under which more addresses were received at once, within the last quarter of an hour, than one device
   * has: several devices have it. What is received by it is left out meanwhile, so that no place is a mixture of theirs.
   */
  sharedIdentity: z
    .object({ kind: z.enum(["ibeacon", "eddystone_uid", "irk"]), addresses: z.number().int(), lastAt: Time })
    .nullable(),
  serialNo: z.string().nullable(),
  mqttGuid: Guid,
  mqttUsername: z.string(),
  /** Only in the answer to the request that made it. */
  mqttPassword: z.string().optional(),
  /** Percent. */
  batteryLevel: z.number().int().nullable(),
  /** dBm, last heard. */
  signalStrength: z.number().int().nullable(),
  archived: z.boolean(),
  lastHeardAt: Time.nullable(),
  lastLocation: Place.nullable(),
  lastElevation: z.number().nullable().optional(),
  locationUpdated: Time.nullable(),
  linkedAsset: Ref.extend({ guid: Guid }).nullable(),
  capabilities: TrackerType.shape.capabilities,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  location: z.string().nullable(),
  elevation: z.number().nullable().optional(),
  floorId: Id.nullable(),
  /** Null: no room is drawn there, or it is probably in none. */
  room: RoomGuess.nullable(),
  /** The radius in metres that contains the truth with 68 %. */
  accuracy: z.number().nullable(),
  lastUpdated: Time.nullable(),
  nearestHardware: z.string().nullable(),
  nearestHardwareGuid: Guid.nullable(),
  nearestHardwareDis: z.number().nullable(),
  /** The picture of its asset. */
  imageUrl: z.string().nullable(),
  sections: z.array(Section),
}).meta({ id: "Tracker" });
export type Tracker = z.infer<typeof Tracker>;

const fields = z.object({
  name: Name,
  type: z.string().max(100),
  mac: MacInput,
  serialNo: ClearedText(FreeText.max(100)),
});
export const TrackerBody = fields;
/** A body with `mac` alone means that one identity; one of both must be there. */
const identified = { mac: MacInput.nullable().optional(), identities: IdentityInputs.optional() };
export const TrackerCreation = fields.extend(identified);
export const TrackerChange = fields.partial().extend({ ...identified, version: Version });

const params = z.object({ id: Id });
const siteId = Id.optional();
const readTrackers = { all: [{ area: "identifier_management", letter: "r" }] } as const;
const writeTrackers = { all: [{ area: "identifier_management", letter: "u" }] } as const;
const download = { area: "asset_download", letter: "r" } as const;

export const trackerSortFields = [
  "id",
  "name",
  "type",
  "mac",
  "serial_no",
  "battery_level",
  "signal_strength",
  "location_updated",
  "created_at",
];
export const trackerSearchFields = ["name", "type", "mac", "serial_no", "asset_name"];
const search = searchQuery(trackerSortFields, trackerSearchFields).extend({ siteId, ...thingFilters });

export const listTrackers = endpoint({
  id: "listTrackers",
  method: "GET",
  path: "/api/v3/trackers",
  tag: "Trackers",
  summary: "The trackers of a site",
  access: readTrackers,
  scope: "site",
  query: search,
  content: z.array(Tracker),
  paged: true,
});

export const searchTrackers = endpoint({
  id: "searchTrackers",
  method: "GET",
  path: "/api/v3/trackers/search",
  tag: "Trackers",
  summary: "A page of the trackers of a site, searched and sorted",
  access: readTrackers,
  scope: "site",
  query: search,
  content: z.array(Tracker),
  paged: true,
});

export const listLiveTrackers = endpoint({
  id: "listLiveTrackers",
  method: "GET",
  path: "/api/v3/trackers/live",
  tag: "Trackers",
  summary: "Every unarchived tracker with its live fields; with `at`, where it was at that moment",
  access: readTrackers,
  scope: "site",
  query: z.object({ siteId, at: TimeInput.optional() }),
  content: z.array(Tracker),
});

export const downloadTrackers = endpoint({
  id: "downloadTrackers",
  method: "GET",
  path: "/api/v3/trackers/download",
  tag: "Trackers",
  summary: "The trackers of a site as CSV, in the order and with the filters of a search",
  access: { all: [...readTrackers.all, download] },
  scope: "site",
  query: search.omit({ page: true, limit: true }).extend({ convertToTimezone: TimeZone.optional() }),
  content: z.unknown(),
  file: ["text/csv"],
});

export const createTracker = endpoint({
  id: "createTracker",
  method: "POST",
  path: "/api/v3/trackers",
  tag: "Trackers",
  summary: "A new tracker at a site; only this answer contains its MQTT password",
  access: { all: [{ area: "identifier_management", letter: "c" }] },
  scope: "site",
  query: z.object({ siteId }),
  body: TrackerCreation,
  content: Tracker,
  status: 201,
});

export const getTracker = endpoint({
  id: "getTracker",
  method: "GET",
  path: "/api/v3/trackers/:id",
  tag: "Trackers",
  summary: "One tracker",
  access: readTrackers,
  params,
  content: Tracker,
});

export const updateTracker = endpoint({
  id: "updateTracker",
  method: "PUT",
  path: "/api/v3/trackers/:id",
  tag: "Trackers",
  summary: "Changes a tracker",
  access: writeTrackers,
  params,
  body: TrackerChange,
  content: Tracker,
});

export const deleteTracker = endpoint({
  id: "deleteTracker",
  method: "DELETE",
  path: "/api/v3/trackers/:id",
  tag: "Trackers",
  summary: "Deletes a tracker and ends its link; its history is kept",
  access: { all: [{ area: "identifier_management", letter: "d" }] },
  params,
  content: z.object({ id: Id }),
});

export const archiveTracker = endpoint({
  id: "archiveTracker",
  method: "PUT",
  path: "/api/v3/trackers/:id/archive",
  tag: "Trackers",
  summary: "Archives a tracker and ends its link",
  access: writeTrackers,
  params,
  content: Tracker,
});

export const unarchiveTracker = endpoint({
  id: "unarchiveTracker",
  method: "PUT",
  path: "/api/v3/trackers/:id/unarchive",
  tag: "Trackers",
  summary: "Unarchives a tracker, without its link",
  access: writeTrackers,
  params,
  content: Tracker,
});

export const getTrackerHistory = endpoint({
  id: "getTrackerHistory",
  method: "GET",
  path: "/api/v3/trackers/:id/history",
  tag: "Trackers",
  summary: "The positions of a tracker in a span, oldest first; as CSV with return_file",
  access: readTrackers,
  params,
  query: historyQuery,
  content: z.array(Position),
  paged: true,
  file: ["text/csv"],
});

export const listTrackerLinks = endpoint({
  id: "listTrackerLinks",
  method: "GET",
  path: "/api/v3/trackers/:id/links",
  tag: "Trackers",
  summary: "The assets that a tracker has or had, newest link first",
  access: readTrackers,
  params,
  content: z.array(Link),
});

export const listTrackerTypes = endpoint({
  id: "listTrackerTypes",
  method: "GET",
  path: "/api/v3/trackers/types",
  tag: "Trackers",
  summary: "The tracker types that a customer may have",
  access: readTrackers,
  scope: "customer",
  content: z.array(TrackerType),
});

export const createTrackerCredentials = endpoint({
  id: "createTrackerCredentials",
  method: "POST",
  path: "/api/v3/trackers/:id/mqtt-credentials",
  tag: "Trackers",
  summary: "A new MQTT password, shown once; the old one stops working immediately and its connection is closed",
  access: writeTrackers,
  params,
  content: MqttCredentials,
});

import { z } from "zod";
import type { Area, Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Id, Ref, Time } from "./fields.ts";
import { limits } from "./limits.ts";

/** The settings of a gateway (shapes S9). Power in dBm, periods in seconds. */
const gatewaySettings = {
  filterRssi: z.number().int().min(limits.filterRssiDbm.min).max(limits.filterRssiDbm.max),
  uploadPeriodS: z.number().int().min(1).max(limits.uploadPeriodMaxS),
  /** 0: off. */
  redundantPeriodS: z.number().int().min(0).max(limits.uploadPeriodMaxS),
  uploadIbeacon: z.boolean(),
  uploadEddystone: z.boolean(),
  uploadKsensor: z.boolean(),
  uploadUnknown: z.boolean(),
  proximity: z.boolean(),
  gpsLocation: z.boolean(),
  includeRssiOnly: z.boolean(),
};
export const messageModes = ["legacy", "long_range", "extended"] as const;
export const transmissionTypes = [
  "off",
  "ksensor",
  "uid",
  "tlm",
  "url",
  "ibeacon",
  "system",
  "aoa",
  "ebeacon",
] as const;
/** The settings of a tracker (shapes S8). */
const trackerSettings = {
  messageMode: z.enum(messageModes),
  advertisementPeriodMs: z.number().int().min(limits.advertisementPeriodMs.min).max(limits.advertisementPeriodMs.max),
  /** dBm */
  transmissionPower: z.number().int().min(limits.transmissionPowerDbm.min).max(limits.transmissionPowerDbm.max),
  transmissionMessageType: z.enum(transmissionTypes),
};
/** A device may report only some of its settings. */
export const GatewayDeviceConfig = z.object(gatewaySettings).partial().meta({ id: "GatewayDeviceConfig" });
export type GatewayDeviceConfig = z.infer<typeof GatewayDeviceConfig>;
export const TrackerDeviceConfig = z.object(trackerSettings).partial().meta({ id: "TrackerDeviceConfig" });
export type TrackerDeviceConfig = z.infer<typeof TrackerDeviceConfig>;
/** The settings that a device of either kind has reported. */
const deviceSettings = z
  .object({
    ...gatewaySettings,
    ...trackerSettings,
    filterRssi: z.number().int(),
    uploadPeriodS: z.number().int(),
    redundantPeriodS: z.number().int(),
    advertisementPeriodMs: z.number().int(),
    transmissionPower: z.number().int(),
  })
  .partial();

/** A request to a device. */
export const DeviceRequest = z
  .object({
    id: Id,
    kind: z.enum(["read", "update", "ring"]),
    target: z.enum(["tracker", "hardware"]),
    targetId: Id,
    targetName: z.string(),
    state: z.enum(["queued", "accepted", "done", "failed", "expired"]),
    /** In the device's own words. */
    reason: z.string().nullable(),
    /** The gateway it went through. */
    via: Ref.nullable(),
    requestedBy: z.string(),
    requestedAt: Time,
    acceptedAt: Time.nullable(),
    completedAt: Time.nullable(),
    /** The settings to be set, or those that were read. */
    configuration: deviceSettings.nullable(),
  })
  .meta({ id: "DeviceRequest" });
export type DeviceRequest = z.infer<typeof DeviceRequest>;

/** What is known of a device's settings; null times: never. */
export const StoredConfiguration = z
  .object({
    configuration: deviceSettings.nullable(),
    pending: DeviceRequest.nullable(),
    lastReadTimestamp: Time.nullable(),
    lastRequestedTimestamp: Time.nullable(),
    lastUpdatedTimestamp: Time.nullable(),
  })
  .meta({ id: "StoredConfiguration" });
export type StoredConfiguration = z.infer<typeof StoredConfiguration>;

export const PlacedRequests = z
  .object({
    placed: z.array(DeviceRequest),
    skipped: z.array(z.object({ targetId: Id, targetName: z.string(), reason: z.string() })),
  })
  .meta({ id: "PlacedRequests" });
export type PlacedRequests = z.infer<typeof PlacedRequests>;

const isSome = (given: object): boolean => Object.values(given).some((value) => value !== undefined);
const noneNamed = { message: "must name at least one setting", params: { code: "field_required" } };
const params = z.object({ id: Id });
const siteId = Id.optional();

/** The routes of one kind of device; `body` has the settings that may be set. */
function routesOf<Body extends z.ZodType>(
  of: { path: "hardwares" | "trackers"; id: "Hardware" | "Tracker"; area: Area; tag: string; what: string },
  body: Body,
) {
  const base = `/api/v3/${of.path}`;
  const needs = (letter: Letter) => ({ all: [{ area: of.area, letter }] });
  return {
    stored: endpoint({
      id: `get${of.id}StoredConfiguration`,
      method: "GET",
      path: `${base}/:id/device/stored_configuration`,
      tag: of.tag,
      summary: `The settings of a ${of.what} as it last told them; the device is not asked`,
      access: needs("r"),
      params,
      content: StoredConfiguration,
    }),
    read: endpoint({
      id: `read${of.id}Configuration`,
      method: "GET",
      path: `${base}/:id/device/configuration`,
      tag: of.tag,
      summary: `Asks a ${of.what} for its settings; they come later`,
      access: needs("r"),
      params,
      content: DeviceRequest,
      status: 202,
    }),
    update: endpoint({
      id: `update${of.id}Configuration`,
      method: "PUT",
      path: `${base}/:id/device/configuration`,
      tag: of.tag,
      summary: `Asks a ${of.what} to change some of its settings; what is stored changes when it has confirmed`,
      access: needs("u"),
      params,
      body,
      content: DeviceRequest,
      status: 202,
    }),
    updateAll: endpoint({
      id: `update${of.id}Configurations`,
      method: "PUT",
      path: `${base}/device/configuration`,
      tag: of.tag,
      summary: `Asks every ${of.what} of a site to change some of its settings`,
      access: needs("u"),
      scope: "site",
      query: z.object({ siteId }),
      body,
      content: PlacedRequests,
      status: 202,
    }),
    requests: endpoint({
      id: `list${of.id}Requests`,
      method: "GET",
      path: `${base}/:id/device/requests`,
      tag: of.tag,
      summary: `The last 50 requests to a ${of.what}, newest first`,
      access: needs("r"),
      params,
      content: z.array(DeviceRequest),
    }),
  };
}

export const GatewayConfigBody = GatewayDeviceConfig.refine(isSome, noneNamed);
export const TrackerConfigBody = TrackerDeviceConfig.refine(isSome, noneNamed);

export const {
  stored: getHardwareStoredConfiguration,
  read: readHardwareConfiguration,
  update: updateHardwareConfiguration,
  updateAll: updateHardwareConfigurations,
  requests: listHardwareRequests,
} = routesOf(
  { path: "hardwares", id: "Hardware", area: "hardware_management", tag: "Gateways", what: "gateway" },
  GatewayConfigBody,
);
export const {
  stored: getTrackerStoredConfiguration,
  read: readTrackerConfiguration,
  update: updateTrackerConfiguration,
  updateAll: updateTrackerConfigurations,
  requests: listTrackerRequests,
} = routesOf(
  { path: "trackers", id: "Tracker", area: "identifier_management", tag: "Trackers", what: "tracker" },
  TrackerConfigBody,
);

const mayRing = { all: [{ area: "mobile_beacon_ring", letter: "c" }] } as const;

export const ringTracker = endpoint({
  id: "ringTracker",
  method: "POST",
  path: "/api/v3/trackers/:id/ring",
  tag: "Trackers",
  summary: "Makes a tracker ring, by default for as long as its customer has set",
  access: mayRing,
  params,
  body: z.object({
    durationMs: z.number().int().min(limits.ringDurationMs.min).max(limits.ringDurationMs.max).optional(),
  }),
  content: DeviceRequest,
  status: 202,
});

export const stopRinging = endpoint({
  id: "stopRinging",
  method: "DELETE",
  path: "/api/v3/trackers/:id/ring",
  tag: "Trackers",
  summary: "Stops a tracker ringing; requests that it has not received yet expire",
  access: mayRing,
  params,
  content: DeviceRequest,
  status: 202,
});

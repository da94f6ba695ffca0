import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Base, Guid, Id, Mac, Ref, Section, Time } from "./fields.ts";
import { searchQuery } from "./page.ts";

export const HardwareType = z
  .object({
    id: Id,
    type: z.enum(["KKM", "MINEW", "RUUVI", "OMG", "ESPRESENSE", "RADDEC", "MOBILE", "GENERIC"]),
    name: z.string(),
    mobile: z.boolean(),
    capabilities: z.object({ deviceConfig: z.boolean(), trackerDownlink: z.boolean(), gps: z.boolean() }),
  })
  .meta({ id: "HardwareType" });
export type HardwareType = z.infer<typeof HardwareType>;

export const GatewayStatus = z.enum(["online", "offline", "never"]);
export type GatewayStatus = z.infer<typeof GatewayStatus>;

/** What everybody who may read the map sees of a gateway; the rest takes hardware_management r (shapes S3). */
const reducedFields = {
  id: Id,
  guid: Guid,
  name: z.string(),
  status: GatewayStatus,
  hardwareType: z.object({ id: Id, type: z.string() }),
  lat: z.number(),
  lon: z.number(),
  floorId: Id.nullable(),
  location: z.string(),
  lastUpdated: Time.nullable(),
};

const fullFields = {
  siteId: Id,
  numConnected: z.number().int(),
  elevation: z.number(),
  mac: Mac,
  mqttGuid: Guid,
  mqttUsername: z.string(),
  properties: z.object({
    alpha: z.number().nullable(),
    beta: z.number().nullable(),
    gamma: z.number().nullable(),
    hardwareType: z.string(),
    measuredPower: z.number().nullable(),
    /** Metres above its floor; absent without location_elevation. */
    z: z.number().optional(),
    mac: Mac,
    username: z.string(),
    anchorSnapRadius: z.number().nullable(),
  }),
  sections: z.array(Section),
  health: z.array(z.string()),
  firmware: z.string().nullable(),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
};

/** A gateway in a list: with asset_management r alone only the first ten fields are there. */
export const HardwareListed = z
  .object({ ...reducedFields, ...z.object(fullFields).partial().shape })
  .meta({ id: "HardwareListed" });
export type HardwareListed = z.infer<typeof HardwareListed>;

export const Hardware = Base.extend({
  ...reducedFields,
  ...fullFields,
  elevation: z.number().optional(),
  beaconsConnected: z
    .array(
      z.object({
        trackerId: Id,
        guid: Guid,
        name: z.string(),
        mac: Mac,
        asset: Ref.nullable(),
        rssi: z.number().int(),
        distance: z.number(),
        lastHeardAt: Time,
      }),
    )
    .optional(),
}).meta({ id: "Hardware" });
export type Hardware = z.infer<typeof Hardware>;

export const MqttCredentials = z
  .object({
    mqttGuid: Guid,
    mqttUsername: z.string(),
    mqttPassword: z.string(),
    host: z.string(),
    port: z.number().int(),
    tlsPort: z.number().int().nullable(),
    publishTopics: z.array(z.string()),
    subscribeTopics: z.array(z.string()),
  })
  .meta({ id: "MqttCredentials" });
export type MqttCredentials = z.infer<typeof MqttCredentials>;

export const GatewayMessageRecord = z
  .object({
    receivedAt: Time,
    topic: z.string(),
    payload: z.string(),
    decoded: z.boolean(),
    error: z.string().nullable(),
  })
  .meta({ id: "GatewayMessage" });
export type GatewayMessageRecord = z.infer<typeof GatewayMessageRecord>;

const params = z.object({ id: Id });
const siteId = Id.optional();
export const hardwareSortFields = [
  "id",
  "name",
  "hardware_type",
  "status",
  "mac",
  "last_updated",
  "num_connected",
  "created_at",
];
export const hardwareSearchFields = ["name", "hardware_type", "mac", "location"];
const search = searchQuery(hardwareSortFields, hardwareSearchFields);
const readHardware = { all: [{ area: "hardware_management", letter: "r" }] } as const;

export const listHardwares = endpoint({
  id: "listHardwares",
  method: "GET",
  path: "/api/v3/hardwares",
  tag: "Gateways",
  summary: "The gateways of a site; reduced fields with asset_management r alone",
  access: {
    any: [
      { area: "asset_management", letter: "r" },
      { area: "hardware_management", letter: "r" },
    ],
  },
  scope: "site",
  query: search.extend({ siteId }),
  content: z.array(HardwareListed),
  paged: true,
});

export const searchHardwares = endpoint({
  id: "searchHardwares",
  method: "GET",
  path: "/api/v3/hardwares/search",
  tag: "Gateways",
  summary: "A page of the gateways of a site, searched and sorted",
  access: readHardware,
  scope: "site",
  query: search.extend({ siteId }),
  content: z.array(HardwareListed),
  paged: true,
});

export const listHardwareTypes = endpoint({
  id: "listHardwareTypes",
  method: "GET",
  path: "/api/v3/hardwares/types",
  tag: "Gateways",
  summary: "All gateway types",
  access: readHardware,
  content: z.array(HardwareType),
});

export const getHardware = endpoint({
  id: "getHardware",
  method: "GET",
  path: "/api/v3/hardwares/:id",
  tag: "Gateways",
  summary: "One gateway with the trackers it hears",
  access: readHardware,
  params,
  content: Hardware,
});

export const listGatewayMessages = endpoint({
  id: "listGatewayMessages",
  method: "GET",
  path: "/api/v3/hardwares/:id/messages",
  tag: "Gateways",
  summary: "The last 100 messages of a gateway, newest first; for people with the developer tools",
  access: readHardware,
  // The developer tools are turned on for a person.
  principals: ["person"],
  params,
  content: z.array(GatewayMessageRecord),
});

export const createHardwareCredentials = endpoint({
  id: "createHardwareCredentials",
  method: "POST",
  path: "/api/v3/hardwares/:id/mqtt-credentials",
  tag: "Gateways",
  summary: "A new MQTT password, shown once; the old one ends at once and its connection is closed",
  access: { all: [{ area: "hardware_management", letter: "u" }] },
  params,
  content: MqttCredentials,
});

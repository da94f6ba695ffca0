import { z } from "zod";
import type { Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, CommaList, Guid, Id, Mac, MacInput, Ref, Section, Time, Version } from "./fields.ts";
import { HardwareType } from "./hardwareTypes.ts";
import { Degrees, Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";

export const GatewayStatus = z.enum(["online", "offline", "never"]);
export type GatewayStatus = z.infer<typeof GatewayStatus>;

/** Radio properties of a gateway that may be saved (shapes S9) with a value that no path-loss law can have. */
const UnusedProperty = z.enum(["alpha", "beta", "gamma", "measured_power"]);
export type UnusedProperty = z.infer<typeof UnusedProperty>;

/** What everybody who may read the map sees of a gateway; the rest requires hardware_management r (shapes S3). */
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
  /** Only in the answer to the request that made the gateway; also in `properties`. */
  mqttPassword: z.string().optional(),
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
    password: z.string().optional(),
    /** Null: the site's. */
    anchorSnapRadius: z.number().nullable(),
  }),
  /**
   * Values in `properties` that are replaced by the default: alpha is used from 0.001 to 1000, beta from 0.1 to 100, gamma
   * from −10 to 10, measured power from −100 to −1 dBm.
   */
  unusedProperties: z.array(UnusedProperty),
  sections: z.array(Section),
  health: z.array(z.string()),
  /**
   * How far outside its floor's outline it is installed, m; 0: inside. More than 100 is `far_from_floor`: it is then not
   * used for positions. Null: it is not placed (0,0), on no floor, or mobile.
   */
  outsideFloorM: z.number().nullable(),
  firmware: z.string().nullable(),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
};

/** A gateway in a list: with asset_management r alone, only the first ten fields are present. */
export const HardwareListed = z
  .object({ ...reducedFields, ...z.object(fullFields).partial().shape })
  .meta({ id: "HardwareListed" });
export type HardwareListed = z.infer<typeof HardwareListed>;

/** Statistics of a gateway's messages. Counts are for the last 30 to 60 minutes. */
export const GatewayDiagnostics = z
  .object({
    /** MQTT connections with its credentials that have sent something in the last minute. */
    connections: z.number().int(),
    /** Its clock minus ours, ms; null: it gives no time. */
    clockOffsetMs: z.number().int().nullable(),
    messages: z.number().int(),
    gaps: z.number().int(),
    undecodable: z.number().int(),
    duplicates: z.number().int(),
    throttled: z.number().int(),
    /** Messages that named another gateway. */
    mismatched: z.number().int(),
  })
  .meta({ id: "GatewayDiagnostics" });
export type GatewayDiagnostics = z.infer<typeof GatewayDiagnostics>;

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
        mac: Mac.nullable(),
        asset: Ref.nullable(),
        rssi: z.number().int(),
        distance: z.number(),
        lastHeardAt: Time,
      }),
    )
    .optional(),
  diagnostics: GatewayDiagnostics.optional(),
  /**
   * What the site's active calibration has learned about its hearing: RSSI at 1 m (dBm), measured power included, and the
   * exponent. Fixes and `distance` then do not use alpha, beta and gamma. Null: they do.
   */
  learned: z
    .object({ version: z.number().int(), since: Time, powerDbm: z.number(), exponent: z.number() })
    .nullable()
    .optional(),
  /** Where `health` says `swapped`: the gateway in whose place it seems to hang, and which seems to hang in its own. */
  swappedWith: Id.nullable().optional(),
}).meta({ id: "Hardware" });
export type Hardware = z.infer<typeof Hardware>;

const lengthM = { max: 1000, min: 0.1 };
/** Null: the default, which is not stored (shapes S9). */
const properties = z
  .object({
    alpha: z.number().min(-1000).max(1000).nullable(),
    beta: z.number().min(-1000).max(1000).nullable(),
    gamma: z.number().min(-1000).max(1000).nullable(),
    /** dBm at 1 m. */
    measuredPower: z.number().min(-100).max(0).nullable(),
    /** Metres above its floor. */
    z: z.number().min(-10).max(100).nullable(),
    anchorSnapRadius: z.number().min(lengthM.min).max(lengthM.max).nullable(),
  })
  .partial();

const body = z.object({
  name: Name,
  hardwareTypeId: Id.optional(),
  /** As in an answer, instead of `hardwareTypeId`. */
  hardwareType: z.object({ id: Id }).optional(),
  mac: MacInput,
  /** An empty coordinate is 0 (product.md section 5). */
  lat: Degrees(90).nullable().optional(),
  lon: Degrees(180).nullable().optional(),
  floorId: Id.nullable().optional(),
  properties: properties.optional(),
});
export const HardwareBody = body;
export const HardwareChange = body.partial().extend({ version: Version });

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
/** What `health` may say about a gateway. With one of the first two it is not used for positions. */
export const gatewayHealth = [
  "not_placed",
  "far_from_floor",
  "swapped",
  "deaf",
  "clock_drift",
  "message_gaps",
  "undecodable",
  "duplicates",
  "throttled",
  "mismatched",
  "two_connections",
] as const;
const search = searchQuery(hardwareSortFields, hardwareSearchFields).extend({
  siteId,
  hardwareTypeId: CommaList.pipe(list(Id).max(100)).optional(),
  floorId: CommaList.pipe(list(Id).max(100)).optional(),
  status: CommaList.pipe(list(GatewayStatus).max(100)).optional(),
  health: CommaList.pipe(list(z.enum(gatewayHealth)).max(100)).optional(),
});
const needs = (letter: Letter) => ({ all: [{ area: "hardware_management" as const, letter }] });
const readHardware = needs("r");
const ofSite = z.object({ siteId });

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
  query: search,
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
  query: search,
  content: z.array(Hardware),
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

export const createHardware = endpoint({
  id: "createHardware",
  method: "POST",
  path: "/api/v3/hardwares",
  tag: "Gateways",
  summary: "A new gateway at a site; only this answer contains its MQTT password",
  access: needs("c"),
  scope: "site",
  query: ofSite,
  body: HardwareBody,
  content: Hardware,
  status: 201,
});

export const updateHardware = endpoint({
  id: "updateHardware",
  method: "PUT",
  path: "/api/v3/hardwares/:id",
  tag: "Gateways",
  summary: "Changes a gateway; what is left out stays, in `properties` too",
  access: needs("u"),
  params,
  query: ofSite.extend({ customerId: Id.optional() }),
  body: HardwareChange,
  content: Hardware,
});

export const exchangeHardwarePlaces = endpoint({
  id: "exchangeHardwarePlaces",
  method: "POST",
  path: "/api/v3/hardwares/:id/exchange-places",
  tag: "Gateways",
  summary: "Enters two gateways of a site in each other's places: floor, coordinates and height",
  access: needs("u"),
  params,
  body: z.object({ otherId: Id, version: Version, otherVersion: Version }),
  content: z.array(Hardware),
});

export const deleteHardware = endpoint({
  id: "deleteHardware",
  method: "DELETE",
  path: "/api/v3/hardwares/:id",
  tag: "Gateways",
  summary: "Deletes a gateway and ends its connection; what it heard stays in the history",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});

import { z } from "zod";
import type { Requirement } from "./access.ts";
import { CustomerConfig } from "./customers.ts";
import { endpoint } from "./endpoint.ts";
import { HardwareType } from "./gateways.ts";
import { Base, Guid, Id, LatLon, Mechanism, queryInt } from "./fields.ts";
import { defaults } from "./limits.ts";

export const SiteSettings = z
  .object({
    locationUpdateMech: Mechanism.nullable().default(null),
    mobileGatewayInterval: z.number().int().min(1000).max(3_600_000).default(defaults.mobileGatewayIntervalMs),
    mobileGatewayDuration: z.number().int().min(1000).max(600_000).default(defaults.mobileGatewayDurationMs),
    anchorSnapRadius: z.number().min(0.1).max(1000).default(defaults.anchorSnapRadiusM),
    locationAccuracyThreshold: z.number().min(0.1).max(1000).default(defaults.locationAccuracyThresholdM),
    geofenceExitTimeout: z.number().int().min(1).max(10_080).nullable().default(null),
    ignoreMovingTracker: z.boolean().default(false),
    hideGeofences: z.boolean().default(false),
  })
  .meta({ id: "SiteSettings" });
export type SiteSettings = z.infer<typeof SiteSettings>;

const floorFields = {
  id: Id,
  name: z.string(),
  level: z.number().int(),
  /** Where the image's top-left and bottom-right corner lie; with `rotationDeg` they fix the rectangle. */
  northWest: LatLon,
  southEast: LatLon,
  /** Clockwise. */
  rotationDeg: z.number(),
  /** The image's corners: nw, ne, se, sw. */
  corners: z.tuple([LatLon, LatLon, LatLon, LatLon]),
  ceilingHeightM: z.number(),
  elevation: z.number().optional(),
  image: Id.nullable(),
  imageUrl: z.string().nullable(),
  imageWidth: z.number().int().nullable(),
  imageHeight: z.number().int().nullable(),
};
export const Floor = z.object(floorFields).meta({ id: "Floor" });
export const FloorPlan = z
  .object({ ...floorFields, siteId: Id, buildingId: Id, buildingName: z.string() })
  .meta({ id: "FloorPlan" });
export type FloorPlan = z.infer<typeof FloorPlan>;
export const Building = z.object({ id: Id, name: z.string(), floors: z.array(Floor) }).meta({ id: "Building" });

export const Site = Base.extend({
  guid: Guid,
  name: z.string(),
  owner: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  beaconType: z.string().nullable(),
  location: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  username: z.string(),
  customerId: Id,
  customerName: z.string(),
  customerConfig: CustomerConfig,
  numMobile: z.number().int(),
  numGateway: z.number().int(),
  numBeacon: z.number().int(),
  numAsset: z.number().int(),
  settings: SiteSettings,
  buildings: z.array(Building).optional(),
  floorPlans: z.array(FloorPlan),
}).meta({ id: "Site" });
export type Site = z.infer<typeof Site>;

const params = z.object({ id: Id });

/** Reading a site, its floors and their images takes the r of any area whose things stand on it (decisions C6). */
export const siteReaders: Requirement = {
  any: [
    { area: "site_management", letter: "r" },
    { area: "asset_management", letter: "r" },
    { area: "identifier_management", letter: "r" },
    { area: "hardware_management", letter: "r" },
    { area: "geofence_management", letter: "r" },
  ],
};

export const listSites = endpoint({
  id: "listSites",
  method: "GET",
  path: "/api/v3/sites",
  tag: "Sites",
  summary: "The sites that the caller may enter; a superadmin's are those of all customers",
  access: { any: [{ area: "site_management", letter: "r" }] },
  content: z.array(Site),
  paged: true,
});

export const getSite = endpoint({
  id: "getSite",
  method: "GET",
  path: "/api/v3/sites/:id",
  tag: "Sites",
  summary: "One site with its buildings and floors",
  access: siteReaders,
  params,
  content: Site,
});

export const listFloors = endpoint({
  id: "listFloors",
  method: "GET",
  path: "/api/v3/sites/:id/floors",
  tag: "Sites",
  summary: "The floors of a site, by building name and level",
  access: siteReaders,
  params,
  content: z.array(FloorPlan),
});

export const listSiteHardwareTypes = endpoint({
  id: "listSiteHardwareTypes",
  method: "GET",
  path: "/api/v3/sites/:id/hardware-types",
  tag: "Sites",
  summary: "The gateway types that a site's customer may use",
  access: { any: [{ area: "hardware_management", letter: "r" }] },
  params,
  content: z.array(HardwareType),
});

export const getFile = endpoint({
  id: "getFile",
  method: "GET",
  path: "/api/v3/files/:id",
  tag: "Files",
  summary: "The bytes of a stored file; private, with an ETag",
  access: siteReaders,
  params,
  query: z.object({ width: queryInt(16, 8192).optional() }),
  content: z.unknown(),
  file: ["image/png", "image/jpeg", "image/webp"],
});

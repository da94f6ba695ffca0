import { z } from "zod";
import type { Requirement } from "./access.ts";
import { CustomerConfig } from "./customers.ts";
import { DrawingBody, drawnFields } from "./drawing.ts";
import { endpoint, type Form } from "./endpoint.ts";
import { HardwareType } from "./hardwareTypes.ts";
import { MqttCredentials } from "./mqttCredentials.ts";
import { Base, Guid, Id, Mechanism, QueryBoolean, queryInt, Version } from "./fields.ts";
import { defaults, limits } from "./limits.ts";
import { FreeText, Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { placedFields, placementBody, Underlay, UnderlayBody } from "./underlay.ts";
import { list } from "./list.ts";

const ranges = limits.siteSettings;
const within = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);
const settings = {
  locationUpdateMech: Mechanism.nullable(),
  mobileGatewayInterval: within(ranges.mobileGatewayInterval).int(),
  mobileGatewayDuration: within(ranges.mobileGatewayDuration).int(),
  anchorSnapRadius: within(ranges.anchorSnapRadius),
  locationAccuracyThreshold: within(ranges.locationAccuracyThreshold),
  geofenceExitTimeout: within(ranges.geofenceExitTimeout).int().nullable(),
  ignoreMovingTracker: z.boolean(),
  hideGeofences: z.boolean(),
};
export const SiteSettings = z
  .object({
    locationUpdateMech: settings.locationUpdateMech.default(null),
    mobileGatewayInterval: settings.mobileGatewayInterval.default(defaults.mobileGatewayIntervalMs),
    mobileGatewayDuration: settings.mobileGatewayDuration.default(defaults.mobileGatewayDurationMs),
    anchorSnapRadius: settings.anchorSnapRadius.default(defaults.anchorSnapRadiusM),
    locationAccuracyThreshold: settings.locationAccuracyThreshold.default(defaults.locationAccuracyThresholdM),
    geofenceExitTimeout: settings.geofenceExitTimeout.default(null),
    ignoreMovingTracker: settings.ignoreMovingTracker.default(false),
    hideGeofences: settings.hideGeofences.default(false),
  })
  .meta({ id: "SiteSettings" });
export type SiteSettings = z.infer<typeof SiteSettings>;

const floorFields = {
  id: Id,
  version: z.number().int(),
  name: z.string(),
  level: z.number().int(),
  ...placedFields,
  ceilingHeightM: z.number(),
  elevation: z.number().optional(),
  image: Id.nullable(),
  imageUrl: z.string().nullable(),
  imageWidth: z.number().int().nullable(),
  imageHeight: z.number().int().nullable(),
  ...drawnFields,
};
export const Floor = z.object(floorFields).meta({ id: "Floor" });
export type Floor = z.infer<typeof Floor>;
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
  /** Only in the answer to the request that made the site. */
  password: z.string().optional(),
  customerId: Id,
  customerName: z.string(),
  customerConfig: CustomerConfig,
  numMobile: z.number().int(),
  numGateway: z.number().int(),
  /** Those of them that have recently sent a message. */
  numGatewayOnline: z.number().int(),
  numBeacon: z.number().int(),
  numAsset: z.number().int(),
  /** Those of them whose tracker was heard in the last 24 hours. */
  numAssetSeen: z.number().int(),
  settings: SiteSettings,
  buildings: z.array(Building).optional(),
  floorPlans: z.array(FloorPlan),
  underlay: Underlay.nullable(),
}).meta({ id: "Site" });
export type Site = z.infer<typeof Site>;

export const FloorBody = DrawingBody.extend({
  /** Left out: a new floor. */
  id: Id.optional(),
  version: Version,
  name: Name,
  level: z.number().int().min(-100).max(300),
  ...placementBody,
  /** Of a new floor 3 m if left out. */
  ceilingHeightM: z.number().min(0.5).max(200).optional(),
  /** Null: the sum of the ceilings below. */
  elevation: z.number().min(-1000).max(10_000).nullable().optional(),
  /** The part of the form that contains the image, or the id of a file of the site. */
  image: z.string().max(200).nullable().optional(),
  /** For a new floor: the floor of the site whose gateways and geofences are copied to it. */
  copyOf: z
    .object({ floorId: Id, gateways: z.boolean().default(false), geofences: z.boolean().default(false) })
    .nullable()
    .optional(),
});
export type FloorBody = z.output<typeof FloorBody>;
export const BuildingBody = z.object({
  /** Left out: a new building. */
  id: Id.optional(),
  name: Name,
  floors: list(FloorBody).max(300).default([]),
});
export type BuildingBody = z.output<typeof BuildingBody>;

const siteBody = z.object({
  name: Name,
  owner: FreeText.nullable().optional(),
  /** An empty coordinate is 0 (product.md section 5). */
  lat: z.number().min(-90).max(90).nullable().optional(),
  lon: z.number().min(-180).max(180).nullable().optional(),
  beaconType: Name.nullable().optional(),
  location: FreeText.nullable().optional(),
  address: FreeText.nullable().optional(),
  phone: FreeText.nullable().optional(),
  settings: z.object(settings).partial().optional(),
  buildings: list(BuildingBody).max(200).optional(),
});
export const SiteBody = siteBody.extend({ customerId: Id.optional() });
export const SiteChange = siteBody.partial().extend({ version: Version });
export const FloorDrawing = DrawingBody.extend({ version: Version });

/** A form with the site and plans of its floors. */
const planForm: Form = {
  part: "data",
  types: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"],
  maxBytes: limits.imageBytes,
  maxTotalBytes: limits.formBytes,
};

const params = z.object({ id: Id });

/** Reading a site, its floors and their images requires the r of any area whose things are there (decisions C6). */
export const siteReaders: Requirement = {
  any: [
    { area: "site_management", letter: "r" },
    { area: "asset_management", letter: "r" },
    { area: "identifier_management", letter: "r" },
    { area: "hardware_management", letter: "r" },
    { area: "geofence_management", letter: "r" },
  ],
};

export const siteSortFields = ["id", "name", "created_at"] as const;
export const siteSearchFields = ["name"] as const;

export const listSites = endpoint({
  id: "listSites",
  method: "GET",
  path: "/api/v3/sites",
  tag: "Sites",
  summary: "The sites that the caller can access; for a superadmin, those of all customers or of the one given",
  access: { any: [{ area: "site_management", letter: "r" }] },
  query: searchQuery(siteSortFields, siteSearchFields).extend({ customerId: Id.optional() }),
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

export const createSite = endpoint({
  id: "createSite",
  method: "POST",
  path: "/api/v3/sites",
  tag: "Sites",
  summary:
    "A new site, with its buildings, floors and their plans if they are given; only this answer contains its MQTT password",
  access: { any: [{ area: "site_management", letter: "c" }] },
  scope: "customer",
  body: SiteBody,
  form: planForm,
  content: Site,
  status: 201,
});

export const updateSite = endpoint({
  id: "updateSite",
  method: "PUT",
  path: "/api/v3/sites/:id",
  tag: "Sites",
  summary:
    "Changes a site. What is left out stays; `buildings`, if given, is the whole list, matched by id, and each floor's `version` is checked as the site's is",
  access: { any: [{ area: "site_management", letter: "u" }] },
  params,
  body: SiteChange,
  form: planForm,
  content: Site,
});

export const deleteSite = endpoint({
  id: "deleteSite",
  method: "DELETE",
  path: "/api/v3/sites/:id",
  tag: "Sites",
  summary: "Deletes a site; one that is not empty only with `cascade`, and everything in it",
  access: { any: [{ area: "site_management", letter: "d" }] },
  params,
  query: z.object({ cascade: QueryBoolean.optional() }),
  content: z.object({ id: Id }),
});

export const createSiteCredentials = endpoint({
  id: "createSiteCredentials",
  method: "POST",
  path: "/api/v3/sites/:id/mqtt-credentials",
  tag: "Sites",
  summary: "A new MQTT password for a site, shown once; the old one stops working immediately",
  access: { any: [{ area: "site_management", letter: "u" }] },
  params,
  content: MqttCredentials,
});

export const setFloorDrawing = endpoint({
  id: "setFloorDrawing",
  method: "PUT",
  path: "/api/v3/sites/:id/floors/:floorId/drawing",
  tag: "Sites",
  summary: "What is drawn on a floor: outline, walls, doors, lifts, rooms; what is left out stays",
  access: { any: [{ area: "site_management", letter: "u" }] },
  params: z.object({ id: Id, floorId: Id }),
  body: FloorDrawing,
  content: FloorPlan,
});

export const setUnderlay = endpoint({
  id: "setUnderlay",
  method: "PUT",
  path: "/api/v3/sites/:id/underlay",
  tag: "Sites",
  summary: "The picture under a site's floors, as an aerial picture; what is left out stays",
  access: { any: [{ area: "site_management", letter: "u" }] },
  params,
  body: UnderlayBody,
  form: planForm,
  content: Site,
});

export const removeUnderlay = endpoint({
  id: "removeUnderlay",
  method: "DELETE",
  path: "/api/v3/sites/:id/underlay",
  tag: "Sites",
  summary: "Removes the picture under a site's floors",
  access: { any: [{ area: "site_management", letter: "u" }] },
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

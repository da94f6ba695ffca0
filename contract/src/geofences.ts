import { z } from "zod";
import type { Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { errorMessage } from "./errors.ts";
import { Base, CommaList, Guid, Id, QueryBoolean, Time, Version } from "./fields.ts";
import { limits } from "./limits.ts";
import { Degrees, Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";
import { TimeZone } from "./timeZone.ts";

export const GeofenceType = z.enum(["circle", "polygon", "kml"]);
export type GeofenceType = z.infer<typeof GeofenceType>;

/** How soon an asset counts as inside or outside: the more certain it has to be, the later. */
export const Sensitivity = z.enum(["low", "normal", "high"]);
export type Sensitivity = z.infer<typeof Sensitivity>;

/** Longitude first, as in GeoJSON; altitudes are not kept. */
const places = z.array(z.tuple([z.number(), z.number()]));
/** GeoJSON (RFC 7946): each part is its outer ring and then its holes. */
export const GeofenceShape = z
  .union([
    z.object({ type: z.literal("Polygon"), coordinates: z.array(places) }),
    z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(places)) }),
  ])
  .meta({ id: "GeofenceShape" });
export type GeofenceShape = z.infer<typeof GeofenceShape>;

export const Geofence = Base.extend({
  guid: Guid,
  siteId: Id,
  name: z.string(),
  type: GeofenceType,
  /** Null for a circle. */
  shape: GeofenceShape.nullable(),
  /** The outer ring of the first part, latitude first, not closed. */
  vertices: z.array(z.tuple([z.number(), z.number()])),
  /** The centre. */
  lat: z.number(),
  lon: z.number(),
  /** Metres; null for a polygon. */
  radius: z.number().nullable(),
  /** Absent without location_elevation. */
  elevationLowerBound: z.number().nullable().optional(),
  elevationUpperBound: z.number().nullable().optional(),
  /** Empty: all floors. */
  floorIds: z.array(Id),
  /** Minutes; null: the site's, the customer's, then 30. */
  geofenceExitTimeout: z.number().int().nullable(),
  sensitivity: Sensitivity,
  /** Not on the map unless somebody asks for it; positions and events are unaffected. */
  hiddenOnMap: z.boolean(),
  /** The room whose area and floor it has, also after the room is drawn anew; null: an area of its own. */
  roomId: Id.nullable(),
  /** Whatever is in it needs attention: an active alert with the reason `restricted`. */
  restricted: z.boolean(),
  numAssetsInside: z.number().int(),
  /** In a list at most 100. */
  assetsInside: z.array(z.object({ id: Id, guid: Guid, name: z.string(), enterTime: Time })),
}).meta({ id: "Geofence" });
export type Geofence = z.infer<typeof Geofence>;

/** How many of the assets inside a list shows. */
export const insideListed = 100;

/** A number, or a refusal a person can correct; the next rule checks its range. */
const Radius = z
  .unknown()
  .transform((value, context) => {
    if (value === null || typeof value === "number") return value;
    context.addIssue({ code: "custom", message: errorMessage("radius_invalid"), params: { code: "radius_invalid" } });
    return z.NEVER;
  })
  .pipe(z.number().min(0.5).max(100_000).nullable());

/** Rings of a polygon, and polygons of a shape. */
const ringsMax = 10_000;

/** Places with or without an altitude. */
const placesGiven = list(list(z.number()).min(2).max(4))
  .max(100_000)
  .transform((given) => given.map(([lon, lat]): [number, number] => [lon!, lat!]));
const ShapeGiven = z.union(
  [
    z.object({ type: z.literal("Polygon"), coordinates: list(placesGiven).max(ringsMax) }),
    z.object({ type: z.literal("MultiPolygon"), coordinates: list(list(placesGiven).max(ringsMax)).max(ringsMax) }),
  ],
  { message: "must be a GeoJSON Polygon or MultiPolygon" },
);
const boundM = z.number().min(-1000).max(10_000).nullable().optional();

const body = z.object({
  name: Name,
  type: GeofenceType,
  lat: Degrees(90).nullable().optional(),
  lon: Degrees(180).nullable().optional(),
  radius: Radius.optional(),
  vertices: list(z.tuple([Degrees(90), Degrees(180)]))
    .max(100_000)
    .optional(),
  /** Takes precedence over the vertices. */
  shape: ShapeGiven.nullable().optional(),
  elevationLowerBound: boundM,
  elevationUpperBound: boundM,
  floorIds: list(Id).max(1000).optional(),
  geofenceExitTimeout: z.number().int().min(1).max(10_080).nullable().optional(),
  sensitivity: Sensitivity.optional(),
  hiddenOnMap: z.boolean().optional(),
  /**
   * A room of the site: area and floor are the room's, and follow it; name and type may be left out. Another area or null
   * ends that.
   */
  roomId: Id.nullable().optional(),
  restricted: z.boolean().optional(),
});
export const GeofenceBody = body;
/** With a file or a room, the names and the type come from it. */
const GeofenceSent = body.partial({ name: true, type: true });
export const GeofenceChange = body.partial().extend({ version: Version });

const params = z.object({ id: Id });
const siteId = Id.optional();
export const geofenceSortFields = [
  "id",
  "name",
  "type",
  "radius",
  "geofence_exit_timeout",
  "num_assets_inside",
  "created_at",
];
export const geofenceSearchFields = ["name", "type"];
const search = searchQuery(geofenceSortFields, geofenceSearchFields).extend({
  siteId,
  type: CommaList.pipe(list(GeofenceType).max(100)).optional(),
  floorId: CommaList.pipe(list(Id).max(100)).optional(),
});
/** A place in a KML, KMZ or GeoJSON file, and whether a geofence can be made of it. */
export const KmlPlace = z
  .object({
    /** Of the geofence that is made, or of the refused place. */
    name: z.string(),
    /** As it is in the file. */
    writtenName: z.string(),
    /** The folders that it is in, joined. */
    folder: z.string().nullable(),
    /** The floor of the site that has a folder's name. */
    suggestedFloorId: Id.nullable(),
    /** The corners of all its rings. */
    vertices: z.number().int(),
    /** Its separate areas; 0: it is refused. */
    parts: z.number().int(),
    /** From its middle to the site, m; null: it is refused, or the site has no place. */
    distanceM: z.number().nullable(),
    /** What looks like a slip, in English; it refuses nothing. */
    warning: z.string().nullable(),
    /** The same for callers that say it in another language. */
    warningCode: z.enum(["far", "swapped"]).nullable(),
    accepted: z.boolean(),
    /** Why it is refused, in English. */
    reason: z.string().nullable(),
    /** The same for callers that say it in another language. */
    reasonCode: z.string().nullable(),
    shape: GeofenceShape.nullable(),
  })
  .meta({ id: "KmlPlace" });
export type KmlPlace = z.infer<typeof KmlPlace>;

const kmlForm = {
  part: "data",
  types: ["application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kmz", "application/geo+json"],
  maxBytes: limits.kmlBytes,
  maxTotalBytes: limits.kmlBytes,
  isJsonOptional: true,
};
/**
 * With `kml` the body is a form with the file in the part `file`: KML, KMZ or GeoJSON. `swap`: its latitudes and longitudes
 * are written the other way round.
 */
const kmlQuery = { type: z.literal("kml").optional(), customerId: Id.optional(), swap: QueryBoolean.optional() };
const needs = (letter: Letter) => ({ all: [{ area: "geofence_management" as const, letter }] });
const ofSite = z.object({ siteId });
/** A time zone for the times in a file, under either name (decisions C23). */
export const fileZone = {
  convertToTimezone: TimeZone.optional(),
  timezone: TimeZone.optional(),
};

export const listGeofences = endpoint({
  id: "listGeofences",
  method: "GET",
  path: "/api/v3/geofences",
  tag: "Geofences",
  summary: "The geofences of a site; with floor_id, those that apply on that floor",
  access: needs("r"),
  scope: "site",
  query: search,
  content: z.array(Geofence),
  paged: true,
});

export const searchGeofences = endpoint({
  id: "searchGeofences",
  method: "GET",
  path: "/api/v3/geofences/search",
  tag: "Geofences",
  summary: "A page of the geofences of a site, searched and sorted",
  access: needs("r"),
  scope: "site",
  query: search,
  content: z.array(Geofence),
  paged: true,
});

export const downloadGeofences = endpoint({
  id: "downloadGeofences",
  method: "GET",
  path: "/api/v3/geofences/download",
  tag: "Geofences",
  summary: "The geofences of a site as CSV, in the order and with the filters of a search",
  access: needs("r"),
  scope: "site",
  query: search.omit({ page: true, limit: true }).extend(fileZone),
  content: z.unknown(),
  file: ["text/csv"],
});

export const getGeofence = endpoint({
  id: "getGeofence",
  method: "GET",
  path: "/api/v3/geofences/:id",
  tag: "Geofences",
  summary: "One geofence with all assets inside",
  access: needs("r"),
  params,
  content: Geofence,
});

export const createGeofence = endpoint({
  id: "createGeofence",
  method: "POST",
  path: "/api/v3/geofences",
  tag: "Geofences",
  summary:
    "A new geofence of a site: a circle, a polygon by vertices or as GeoJSON, or a room's area by room_id, which it follows; from a KML or KMZ file, one for each polygon, or none with dry_run",
  access: needs("c"),
  scope: "site",
  query: ofSite.extend({
    ...kmlQuery,
    dryRun: QueryBoolean.optional(),
    /** Geofences of a file apply on the floors that their folders name. */
    floorsByFolder: QueryBoolean.optional(),
  }),
  body: GeofenceSent,
  form: kmlForm,
  content: z.union([Geofence, z.array(Geofence), z.array(KmlPlace)]),
  status: 201,
});

export const updateGeofence = endpoint({
  id: "updateGeofence",
  method: "PUT",
  path: "/api/v3/geofences/:id",
  tag: "Geofences",
  summary: "Changes a geofence; what is left out stays. A KML or KMZ file with exactly one polygon replaces the shape",
  access: needs("u"),
  params,
  query: ofSite.extend(kmlQuery),
  body: GeofenceChange,
  form: kmlForm,
  content: Geofence,
});

export const deleteGeofence = endpoint({
  id: "deleteGeofence",
  method: "DELETE",
  path: "/api/v3/geofences/:id",
  tag: "Geofences",
  summary: "Deletes a geofence; stays in it end, and its history is kept",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});

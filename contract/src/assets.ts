import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  Base,
  CommaList,
  Guid,
  Id,
  Mac,
  Mechanism,
  Place,
  QueryBoolean,
  queryInt,
  Ref,
  RoomGuess,
  Section,
  Time,
  TimeInput,
} from "./fields.ts";
import { limits } from "./limits.ts";
import { searchQuery, spanQuery } from "./page.ts";
import { list } from "./list.ts";
import { TimeZone } from "./timeZone.ts";

export const Asset = Base.extend({
  guid: Guid,
  siteId: Id,
  name: z.string(),
  type: z.string(),
  externalId: z.string().nullable(),
  description: z.string().nullable(),
  archived: z.boolean(),
  imageUrl: z.string().nullable(),
  lastLocation: Place.nullable(),
  lastElevation: z.number().nullable().optional(),
  locationUpdated: Time.nullable(),
  linkedTrackers: z.array(
    z.object({
      id: Id,
      guid: Guid,
      name: z.string(),
      type: z.string(),
      mac: Mac.nullable(),
      batteryLevel: z.number().int().nullable(),
      linkedAt: Time,
    }),
  ),
}).meta({ id: "Asset" });
export type Asset = z.infer<typeof Asset>;

/** A present or past link between an asset and a tracker (shapes S7). */
export const Link = z
  .object({
    asset: Ref,
    tracker: Ref,
    linkedAt: Time,
    linkedBy: z.string(),
    unlinkedAt: Time.nullable(),
    unlinkedBy: z.string().nullable(),
  })
  .meta({ id: "Link" });
export type Link = z.infer<typeof Link>;

/** The live fields of an asset; null if it was never located. `guid` is the asset's (decisions C12). */
export const AssetLive = z
  .object({
    assetId: Id,
    guid: Guid,
    name: z.string(),
    type: z.string(),
    imageUrl: z.string().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    location: z.string().nullable(),
    elevation: z.number().nullable().optional(),
    floorId: Id.nullable(),
    /** The radius in metres that contains the truth with 68 %. */
    accuracy: z.number().nullable(),
    lastUpdated: Time.nullable(),
    nearestHardware: z.string().nullable(),
    nearestHardwareGuid: Guid.nullable(),
    nearestHardwareDis: z.number().nullable(),
    signalStrength: z.number().int().nullable(),
    batteryLevel: z.number().int().nullable(),
    /** Null: it is not known whether it moves. */
    moving: z.boolean().nullable(),
    trackerId: Id.nullable(),
    /** Null: no room is drawn there, or it is probably in none. */
    room: RoomGuess.nullable(),
    sections: z.array(Section),
  })
  .meta({ id: "AssetLive" });
export type AssetLive = z.infer<typeof AssetLive>;

/** One stored position; `endTimestamp` is the last moment at which it was still valid (decisions C24). */
export const Position = z
  .object({
    timestamp: Time,
    endTimestamp: Time,
    lat: z.number(),
    lon: z.number(),
    elevation: z.number().nullable().optional(),
    floorId: Id.nullable(),
    location: z.string(),
    /** 68 % and 95 % radii, metres. */
    accuracy: z.number(),
    accuracyOuter: z.number(),
    mechanism: z.union([Mechanism, z.literal("GPS")]),
    /** Null: it is not known whether it moved. */
    moving: z.boolean().nullable(),
    nearestHardware: z.string().nullable(),
    nearestHardwareGuid: Guid.nullable(),
    nearestHardwareDis: z.number().nullable(),
    trackerId: Id,
    room: RoomGuess.nullable(),
    smoothed: z.boolean(),
  })
  .meta({ id: "Position" });
export type Position = z.infer<typeof Position>;

const params = z.object({ id: Id });
const siteId = Id.optional();
const archived = z.enum(["true", "false", "all"]).optional();
const readAssets = { all: [{ area: "asset_management", letter: "r" }] } as const;

export const assetSortFields = ["id", "name", "type", "external_id", "location_updated", "created_at", "updated_at"];
export const assetSearchFields = ["name", "type", "external_id", "description", "tracker_name", "tracker_mac"];
/** Why a thing needs attention (shapes S2). */
export const thingHealth = ["low_battery", "silent", "never_heard", "unlinked"] as const;
export type ThingHealth = (typeof thingHealth)[number];
/** Filters for both assets and trackers. */
export const thingFilters = {
  archived,
  type: CommaList.pipe(list(z.string().max(100)).max(100)).optional(),
  floorId: CommaList.pipe(list(Id).max(100)).optional(),
  linked: QueryBoolean.optional(),
  health: CommaList.pipe(list(z.enum(thingHealth)).max(100)).optional(),
};
const geofenceId = CommaList.pipe(list(Id).max(100)).optional();
const search = searchQuery(assetSortFields, assetSearchFields).extend({ siteId, ...thingFilters, geofenceId });

export const listAssets = endpoint({
  id: "listAssets",
  method: "GET",
  path: "/api/v3/assets",
  tag: "Assets",
  summary: "The assets of a site",
  access: readAssets,
  scope: "site",
  query: search,
  content: z.array(Asset),
  paged: true,
});

export const searchAssets = endpoint({
  id: "searchAssets",
  method: "GET",
  path: "/api/v3/assets/search",
  tag: "Assets",
  summary: "A page of the assets of a site, searched and sorted",
  access: readAssets,
  scope: "site",
  query: search,
  content: z.array(Asset),
  paged: true,
});

export const listLiveAssets = endpoint({
  id: "listLiveAssets",
  method: "GET",
  path: "/api/v3/assets/live",
  tag: "Assets",
  summary:
    "Every unarchived asset with its live fields: the map's first load; with `at`, as it was at that moment, with `asset_ids` those of them alone",
  access: readAssets,
  scope: "site",
  query: z.object({
    siteId,
    at: TimeInput.optional(),
    assetIds: CommaList.pipe(list(Id).min(1).max(limits.historyAssetsMax)).optional(),
  }),
  content: z.array(AssetLive),
});

export const listAssetTypes = endpoint({
  id: "listAssetTypes",
  method: "GET",
  path: "/api/v3/assets/types",
  tag: "Assets",
  summary: "The types of a site's assets, each once regardless of case, by name",
  access: readAssets,
  scope: "site",
  query: z.object({ siteId, archived }),
  content: z.array(z.string()),
});

export const getAsset = endpoint({
  id: "getAsset",
  method: "GET",
  path: "/api/v3/assets/:id",
  tag: "Assets",
  summary: "One asset",
  access: readAssets,
  params,
  content: Asset,
});

export const listAssetHistories = endpoint({
  id: "listAssetHistories",
  method: "GET",
  path: "/api/v3/assets/history",
  tag: "Assets",
  summary: "The positions of up to 200 assets of a site in a span, each thinned to max_points",
  access: readAssets,
  scope: "site",
  query: z.object({
    siteId,
    assetIds: CommaList.pipe(list(Id).min(1).max(limits.historyAssetsMax)),
    startTimeUtc: TimeInput.optional(),
    endTimeUtc: TimeInput.optional(),
    maxPoints: queryInt(2, 10_000).optional(),
  }),
  content: z.array(z.object({ assetId: Id, positions: z.array(Position) })),
});

/** The span of a history, and how much of it to return. */
export const historyQuery = spanQuery.extend({
  siteId,
  order: z.enum(["asc", "desc"]).optional(),
  maxPoints: queryInt(2, 100_000).optional(),
  returnFile: QueryBoolean.optional(),
  convertToTimezone: TimeZone.optional(),
});

export const getAssetHistory = endpoint({
  id: "getAssetHistory",
  method: "GET",
  path: "/api/v3/assets/:id/history",
  tag: "Assets",
  summary: "The positions of an asset in a span, oldest first; as CSV with return_file",
  access: readAssets,
  params,
  query: historyQuery,
  content: z.array(Position),
  paged: true,
  file: ["text/csv"],
});

export const listAssetLinks = endpoint({
  id: "listAssetLinks",
  method: "GET",
  path: "/api/v3/assets/:id/links",
  tag: "Assets",
  summary: "The trackers that an asset has or had, newest link first",
  access: readAssets,
  params,
  content: z.array(Link),
});

export const downloadAssets = endpoint({
  id: "downloadAssets",
  method: "GET",
  path: "/api/v3/assets/download",
  tag: "Assets",
  summary: "The assets of a site as CSV, in the order and with the filters of a search",
  access: { all: [...readAssets.all, { area: "asset_download", letter: "r" }] },
  scope: "site",
  query: search.omit({ page: true, limit: true }).extend({ convertToTimezone: TimeZone.optional() }),
  content: z.unknown(),
  file: ["text/csv"],
});

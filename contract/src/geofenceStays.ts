import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Guid, Id, QueryBoolean, Time } from "./fields.ts";
import { fileZone } from "./geofences.ts";
import { spanQuery } from "./page.ts";

/** An asset's stay in a geofence, as far as it overlaps the requested span (decisions C22). */
export const GeofenceHistoryEntry = z
  .object({
    id: Id,
    geofenceId: Id,
    geofenceName: z.string(),
    assetId: Id,
    assetGuid: Guid,
    assetName: z.string(),
    /** Null: before the span. */
    enterTime: Time.nullable(),
    /** Null: after the span, or still inside. */
    exitTime: Time.nullable(),
    exitReason: z.enum(["exit", "timeout"]).nullable(),
    durationS: z.number().int().nullable(),
  })
  .meta({ id: "GeofenceHistoryEntry" });
export type GeofenceHistoryEntry = z.infer<typeof GeofenceHistoryEntry>;

/**
 * Why an asset in a geofence needs somebody: the geofence is restricted, or the asset has not been heard for half of the
 * exit timeout, so that it will count as left although nobody saw it leave.
 */
export const AlertReason = z.enum(["restricted", "silent"]);
export type AlertReason = z.infer<typeof AlertReason>;

/** An asset that is now inside a geofence. */
export const ActiveAlert = z
  .object({
    id: Id,
    geofenceId: Id,
    geofenceName: z.string(),
    assetId: Id,
    assetGuid: Guid,
    assetName: z.string(),
    trackerId: Id,
    enterTime: Time,
    lastSeenAt: Time,
    /** When the timeout would end it. */
    exitAt: Time,
    floorId: Id.nullable(),
    lat: z.number(),
    lon: z.number(),
    /** Empty: it needs nobody. */
    reasons: z.array(AlertReason),
  })
  .meta({ id: "ActiveAlert" });
export type ActiveAlert = z.infer<typeof ActiveAlert>;

const params = z.object({ id: Id });
const readFences = { area: "geofence_management", letter: "r" } as const;
const query = spanQuery.extend({ siteId: Id.optional(), returnFile: QueryBoolean.optional(), ...fileZone });

export const listActiveAlerts = endpoint({
  id: "listActiveAlerts",
  method: "GET",
  path: "/api/v3/geofences/active-alerts",
  tag: "Geofences",
  summary: "The assets now in geofences of a site, last to enter first; with needs_attention, only those with a reason",
  access: { all: [readFences] },
  scope: "site",
  query: z.object({ siteId: Id.optional(), needsAttention: QueryBoolean.optional() }),
  content: z.array(ActiveAlert),
});

export const listGeofenceHistory = endpoint({
  id: "listGeofenceHistory",
  method: "GET",
  path: "/api/v3/geofences/:id/history",
  tag: "Geofences",
  summary: "The assets that were in a geofence in a span, last to enter first; as CSV with return_file",
  access: { all: [readFences] },
  params,
  query,
  content: z.array(GeofenceHistoryEntry),
  paged: true,
  file: ["text/csv"],
});

export const listAssetGeofenceHistory = endpoint({
  id: "listAssetGeofenceHistory",
  method: "GET",
  path: "/api/v3/assets/:id/geofence-history",
  tag: "Assets",
  summary: "The geofences that an asset was in during a span, last entered first; as CSV with return_file",
  access: { all: [{ area: "asset_management", letter: "r" }, readFences] },
  params,
  query,
  content: z.array(GeofenceHistoryEntry),
  paged: true,
  file: ["text/csv"],
});

import type { Geofence } from "@pulse/contract/geofences";
import { limits } from "@pulse/contract/limits";
import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import { type GeofenceQuery, geofencesRepository } from "./geofences.repository.ts";
import { geofenceView } from "./geofenceView.ts";

const columns = [
  "id",
  "name",
  "type",
  "lat",
  "lon",
  "radius",
  "floors",
  "elevation_lower_bound",
  "elevation_upper_bound",
  "geofence_exit_timeout",
  "sensitivity",
  "hidden_on_map",
  "restricted",
  "room_id",
  "num_assets_inside",
  "created_at",
  "updated_at",
  "shape",
] as const;

/** Sends the geofences of a site as CSV, read page by page while it is downloaded; a polygon is GeoJSON. */
export async function sendGeofenceFile(
  db: Kysely<Database>,
  reply: FastifyReply,
  request: { viewer: Viewer; siteId: string; nowMs: number; query: GeofenceQuery; zone: string },
): Promise<FastifyReply> {
  const { siteId, query } = request;
  const geofences = geofencesRepository(db);
  const time = zonedTime(request.zone);
  const hidden = seesElevation(request.viewer) ? "" : "elevation_";
  const shown = columns.filter((column) => hidden === "" || !column.startsWith(hidden));
  const floors = await geofences.floorNames(siteId);
  const limit = limits.listRowsMax / 10;
  const rows = async function* (): AsyncGenerator<CsvValue[]> {
    for (let offset = 0; ; offset += limit) {
      const page = await geofences.page(siteId, query, { limit, offset }, 0);
      for (const row of page.rows) {
        const values = valuesOf(geofenceView(row), floors);
        yield shown.map((column) => values[column]);
      }
      if (offset + limit >= page.count) return;
    }
  };
  const today = new Date(request.nowMs);
  const name = csvName("geofences", await geofences.siteName(siteId), today, today);
  return sendCsv(reply, { name, columns: shown, time }, rows());
}

function valuesOf(fence: Geofence, floors: ReadonlyMap<string, string>): Record<(typeof columns)[number], CsvValue> {
  return {
    id: fence.id,
    name: fence.name,
    type: fence.type,
    lat: fence.lat,
    lon: fence.lon,
    radius: fence.radius,
    floors: fence.floorIds.map((id) => floors.get(id) ?? id).join("; "),
    elevation_lower_bound: fence.elevationLowerBound ?? null,
    elevation_upper_bound: fence.elevationUpperBound ?? null,
    geofence_exit_timeout: fence.geofenceExitTimeout,
    sensitivity: fence.sensitivity,
    hidden_on_map: fence.hiddenOnMap,
    restricted: fence.restricted,
    room_id: fence.roomId,
    num_assets_inside: fence.numAssetsInside,
    created_at: new Date(fence.createdAt),
    updated_at: new Date(fence.updatedAt),
    shape: fence.shape === null ? null : JSON.stringify(fence.shape),
  };
}

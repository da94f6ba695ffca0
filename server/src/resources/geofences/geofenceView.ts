import type { Geofence } from "@pulse/contract/geofences";
import { cornersOf, partsOf } from "@pulse/geo/fenceShape";
import type { GeofenceFields } from "./geofenceWrites.repository.ts";
import type { GeofenceRow } from "./geofences.repository.ts";

/** The outer ring of a shape's first part, latitude first and not closed; a circle has none. */
export function verticesOf({ shape }: Pick<GeofenceFields, "shape">): [lat: number, lon: number][] {
  if (shape === null) return [];
  return cornersOf(partsOf(shape)[0]![0]!).map(([lon, lat]) => [lat, lon]);
}

/** A geofence as the API returns it. */
export function geofenceView(row: GeofenceRow): Geofence {
  return {
    id: row.id,
    guid: row.guid,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    shape: row.shape,
    vertices: verticesOf(row),
    lat: row.lat,
    lon: row.lon,
    radius: row.radius,
    elevationLowerBound: row.elevation_lower_bound,
    elevationUpperBound: row.elevation_upper_bound,
    floorIds: row.floor_ids,
    geofenceExitTimeout: row.geofence_exit_timeout,
    sensitivity: row.sensitivity,
    hiddenOnMap: row.hidden_on_map,
    roomId: row.room_id,
    restricted: row.restricted,
    numAssetsInside: row.num_inside,
    assetsInside: row.inside.map(({ id, guid, name, enter_ms }) => ({
      id,
      guid,
      name,
      enterTime: new Date(enter_ms).toISOString(),
    })),
  };
}

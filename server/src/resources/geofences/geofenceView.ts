import type { Geofence } from "@pulse/contract/geofences";
import { cornersOf, partsOf } from "@pulse/geo/fenceShape";
import { fieldsOf, type GeofenceFields } from "./geofenceWrites.repository.ts";
import type { GeofenceRow } from "./geofences.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

/** The outer ring of a shape's first part, latitude first and not closed; a circle has none. */
export function verticesOf({ shape }: Pick<GeofenceFields, "shape">): [lat: number, lon: number][] {
  if (shape === null) return [];
  return cornersOf(partsOf(shape)[0]![0]!).map(([lon, lat]) => [lat, lon]);
}

/** A geofence as the API returns it. */
export function geofenceView(row: GeofenceRow): Geofence {
  return {
    ...baseFields(row),
    guid: row.guid,
    siteId: row.site_id,
    ...fieldsOf(row),
    vertices: verticesOf(row),
    numAssetsInside: row.num_inside,
    assetsInside: row.inside.map(({ id, guid, name, enter_ms }) => ({
      id,
      guid,
      name,
      enterTime: new Date(enter_ms).toISOString(),
    })),
  };
}

import { closedRing, type FenceShape, type LonLat } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";

/** The shape of a geofence around an area that is drawn on a floor, whose last corner is joined to the first. */
export function shapeOfArea(area: readonly LatLon[]): FenceShape {
  return { type: "Polygon", coordinates: [closedRing(area.map(({ lat, lon }): LonLat => [lon, lat]))] };
}

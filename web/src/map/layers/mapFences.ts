import type { Geofence } from "@pulse/contract/geofences";
import { type LonLat, partsOf } from "@pulse/geo/fenceShape";
import { localFrame } from "@pulse/geo/localFrame";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import type { MapLayersShown } from "../model/mapView.ts";

const circleCorners = 48;

/** An answer's geofences with the fields that the map needs; a circle becomes a polygon. */
export function mapFences(geofences: readonly Geofence[]): MapFence[] {
  return geofences.map(({ id, name, floorIds, hiddenOnMap, restricted, ...ground }) => ({
    id,
    name,
    floorIds,
    isHidden: hiddenOnMap,
    isRestricted: restricted,
    parts: partsOfGround(ground),
  }));
}

/** The geofences to draw: those of the shown floors, hidden ones only on request. */
export function shownFences(
  fences: readonly MapFence[],
  shownFloorIds: readonly string[],
  { geofences, hiddenGeofences }: MapLayersShown,
): readonly MapFence[] {
  if (!geofences) return [];
  return fences.filter(
    ({ floorIds, isHidden }) =>
      (hiddenGeofences || !isHidden) && (floorIds.length === 0 || floorIds.some((id) => shownFloorIds.includes(id))),
  );
}

function partsOfGround({ shape, lat, lon, radius }: Pick<Geofence, "shape" | "lat" | "lon" | "radius">): LonLat[][][] {
  if (shape !== null) return partsOf(shape).map((rings) => rings.map((ring) => [...ring]));
  return radius === null ? [] : [[circleRing({ lat, lon }, radius)]];
}

function circleRing(centre: { lat: number; lon: number }, radiusM: number): LonLat[] {
  const frame = localFrame(centre);
  const corners = Array.from({ length: circleCorners }, (_, nth): LonLat => {
    const angle = (nth / circleCorners) * 2 * Math.PI;
    const { lat, lon } = frame.toLatLon({ x: radiusM * Math.sin(angle), y: radiusM * Math.cos(angle) });
    return [lon, lat];
  });
  return [...corners, corners[0]!];
}

import type { Corners } from "@pulse/geo/floorPlan";
import type { ImageSource, Map as MapLibreMap } from "maplibre-gl";

type Coordinates = [[number, number], [number, number], [number, number], [number, number]];

/** The name of a plan's source and of its layer. */
export const planLayerId = (id: string): string => `plan-${id}`;

/** A plan's corners as an image source takes them. */
export const coordinatesOf = (corners: Corners): Coordinates =>
  corners.map(({ lat, lon }) => [lon, lat]) as Coordinates;

interface PlacedPlan {
  id: string;
  corners: Corners;
  opacity?: number;
}

/**
 * Puts a plan's picture on the map, or in the place of the one that is there.
 * @param before the layer over it; without it the plan is on top
 * @returns whether it was not there before
 */
export function putPlan(map: MapLibreMap, plan: PlacedPlan, image: ImageBitmap, before?: string): boolean {
  const id = planLayerId(plan.id);
  const source = map.getSource<ImageSource>(id);
  if (source !== undefined) {
    source.updateImage({ image });
    return false;
  }
  const coordinates = coordinatesOf(plan.corners);
  map.addSource(id, { type: "image", coordinates });
  map.getSource<ImageSource>(id)?.updateImage({ image, coordinates });
  const paint = { "raster-fade-duration": 0, "raster-opacity": plan.opacity ?? 1 };
  map.addLayer({ id, type: "raster", source: id, paint }, before);
  return true;
}

/** Takes a plan off the map, if it is there. */
export function takeOffPlan(map: MapLibreMap, planId: string): void {
  const id = planLayerId(planId);
  if (map.getLayer(id) !== undefined) map.removeLayer(id);
  if (map.getSource(id) !== undefined) map.removeSource(id);
}

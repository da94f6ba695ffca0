import type { Map as MapLibreMap } from "maplibre-gl";
import { pxPerUnitAt, toPlane, type View } from "./plane.ts";

/** The camera of a map whose element has this size. */
export function viewOf(map: MapLibreMap, size: { width: number; height: number }): View {
  const centre = map.getCenter();
  const at = map.project(centre);
  return {
    middle: toPlane({ lat: centre.lat, lon: centre.lng }),
    pxPerUnit: pxPerUnitAt(map.getZoom()),
    bearingDeg: map.getBearing(),
    widthPx: size.width,
    heightPx: size.height,
    centreX: at.x,
    centreY: at.y,
  };
}

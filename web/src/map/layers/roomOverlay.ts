import type { LatLon } from "@pulse/geo/latLon";
import { tokensOf } from "../../theme/tokens.ts";
import { geoJsonOverlay } from "./geoJsonOverlay.ts";

/** The outline of the selected room. */
export function roomOverlay() {
  const { overlay, show } = geoJsonOverlay({
    id: "room",
    layers: [
      { id: "room-area", type: "fill", paint: { "fill-opacity": 0.1 } },
      { id: "room-edge", type: "line", layout: { "line-join": "round" }, paint: { "line-width": 2.4 } },
    ],
    paint(map, scheme) {
      const { focus } = tokensOf(scheme);
      map.setPaintProperty("room-area", "fill-color", focus);
      map.setPaintProperty("room-edge", "line-color", focus);
    },
  });
  return {
    overlay,
    /** @param area the corners of the room; null: nothing */
    show(area: readonly LatLon[] | null): void {
      const ring = (area ?? []).map(({ lat, lon }) => [lon, lat]);
      const shape = { type: "Polygon" as const, coordinates: [[...ring, ring[0]!]] };
      show(ring.length === 0 ? [] : [{ type: "Feature", properties: {}, geometry: shape }]);
    },
  };
}

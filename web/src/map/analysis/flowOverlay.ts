import { geoJsonOverlay } from "../layers/geoJsonOverlay.ts";
import { tokensOf } from "../../theme/tokens.ts";

/** Arrows between places; the stronger, the wider. */
export function flowOverlay() {
  return geoJsonOverlay({
    id: "flows",
    layers: [
      {
        id: "flows-shaft",
        type: "line",
        filter: ["==", ["geometry-type"], "LineString"],
        layout: { "line-cap": "round" },
        paint: { "line-width": ["interpolate", ["linear"], ["get", "share"], 0, 1, 1, 3], "line-opacity": 0.8 },
      },
      {
        id: "flows-head",
        type: "fill",
        filter: ["==", ["geometry-type"], "Polygon"],
        paint: { "fill-opacity": 0.8 },
      },
    ],
    paint(map, scheme) {
      const { text } = tokensOf(scheme);
      map.setPaintProperty("flows-shaft", "line-color", text);
      map.setPaintProperty("flows-head", "fill-color", text);
    },
  });
}

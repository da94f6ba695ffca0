import type { Feature, FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { tokensOf } from "../../theme/tokens.ts";

const id = "flows";
const layerIds = ["flows-shaft", "flows-head"] as const;

/** Arrows between places, over the plans and under the markers; the stronger, the wider. */
export function flowOverlay() {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const takeOff = (map: MapLibreMap): void => {
    for (const layer of layerIds) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data, tolerance: 0.1 });
      map.addLayer(
        {
          id: "flows-shaft",
          source: id,
          type: "line",
          filter: ["==", ["geometry-type"], "LineString"],
          layout: { "line-cap": "round" },
          paint: { "line-width": ["interpolate", ["linear"], ["get", "share"], 0, 1, 1, 3], "line-opacity": 0.8 },
        },
        "markers",
      );
      map.addLayer(
        {
          id: "flows-head",
          source: id,
          type: "fill",
          filter: ["==", ["geometry-type"], "Polygon"],
          paint: { "fill-opacity": 0.8 },
        },
        "markers",
      );
      overlay.repaint(map, scheme);
      on = map;
    },
    repaint(map, scheme) {
      const { text } = tokensOf(scheme);
      map.setPaintProperty("flows-shaft", "line-color", text);
      map.setPaintProperty("flows-head", "fill-color", text);
    },
    remove(map) {
      takeOff(map);
      on = null;
    },
  };
  return {
    overlay,
    show(features: Feature[]): void {
      data = { type: "FeatureCollection", features };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
    },
  };
}

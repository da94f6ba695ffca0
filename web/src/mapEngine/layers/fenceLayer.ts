import type { FeatureCollection } from "geojson";
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../../basemap/MapLayer.ts";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import type { MapFence } from "../mapFence.ts";

const id = "fences";
const layerIds = ["fences-area", "fences-edge", "fences-selected"] as const;

interface FenceLayer extends MapLayer {
  /** @param selected the id of the open one */
  show(map: MapLibreMap, fences: readonly MapFence[], selected: string | null): void;
}

/**
 * The geofences as dashed outlines over the plans and under everything that moves; the selected one has a solid line, and
 * restricted ones have the colour of alerts. Their names are sprites.
 */
export function fenceLayer(): FenceLayer {
  let shown: FeatureCollection = { type: "FeatureCollection", features: [] };
  const paint = (map: MapLibreMap, scheme: Scheme): void => {
    const { fence, alert } = tokensOf(scheme);
    const colour: ExpressionSpecification = ["case", ["get", "isRestricted"], alert, fence];
    map.setPaintProperty("fences-area", "fill-color", colour);
    map.setPaintProperty("fences-edge", "line-color", colour);
    map.setPaintProperty("fences-selected", "line-color", colour);
  };
  return {
    add(map, scheme) {
      for (const layer of layerIds) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
      if (map.getSource(id) !== undefined) map.removeSource(id);
      map.addSource(id, { type: "geojson", data: shown, tolerance: 0.1 });
      map.addLayer({
        id: "fences-area",
        type: "fill",
        source: id,
        paint: { "fill-opacity": ["case", ["get", "isSelected"], 0.16, 0.07] },
      });
      map.addLayer({
        id: "fences-edge",
        type: "line",
        source: id,
        layout: { "line-join": "round" },
        // Dash and gap in line widths: 7 px and 4 px.
        paint: { "line-width": 1.6, "line-dasharray": [4.4, 2.5] },
      });
      map.addLayer({
        id: "fences-selected",
        type: "line",
        source: id,
        filter: ["get", "isSelected"],
        layout: { "line-join": "round" },
        paint: { "line-width": 2.4 },
      });
      paint(map, scheme);
    },
    repaint: paint,
    show(map, fences, selected) {
      shown = {
        type: "FeatureCollection",
        features: fences.map(({ id: fenceId, isRestricted, parts }) => ({
          type: "Feature",
          properties: { isSelected: fenceId === selected, isRestricted },
          geometry: { type: "MultiPolygon", coordinates: parts },
        })),
      };
      void map.getSource<GeoJSONSource>(id)?.setData(shown);
    },
  };
}

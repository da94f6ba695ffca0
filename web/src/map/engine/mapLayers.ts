import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";

/** Something that lies on the map. It may be added again: a lost graphics context takes everything off. */
export interface MapLayer {
  add(map: MapLibreMap, scheme: Scheme): void;
  /** Takes the colours of another scheme. */
  repaint(map: MapLibreMap, scheme: Scheme): void;
}

/** The markers' layer: floor plans are drawn below it. */
export const markersId = "markers";

/** The bare style: land, and nothing that would have to be fetched. */
export function bareStyle(scheme: Scheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: "land", type: "background", paint: { "background-color": tokensOf(scheme)["m-land"] } }],
  };
}

/** The ground where there is no basemap: dots on the land. */
export function dotLayer(): MapLayer & { show(map: MapLibreMap, dots: FeatureCollection): void } {
  let shown: FeatureCollection = { type: "FeatureCollection", features: [] };
  return {
    add(map, scheme) {
      if (map.getLayer("dots") !== undefined) map.removeLayer("dots");
      if (map.getSource("dots") !== undefined) map.removeSource("dots");
      map.addSource("dots", { type: "geojson", data: shown, maxzoom: 17, tolerance: 0, buffer: 64 });
      map.addLayer({
        id: "dots",
        type: "circle",
        source: "dots",
        paint: {
          "circle-color": tokensOf(scheme)["m-label"],
          "circle-opacity": 0.4,
          "circle-radius": ["interpolate", ["linear"], ["zoom"], 16, 0.5, 19, 1.2],
        },
      });
      map.setPaintProperty("land", "background-color", tokensOf(scheme)["m-land"]);
    },
    repaint(map, scheme) {
      map.setPaintProperty("land", "background-color", tokensOf(scheme)["m-land"]);
      map.setPaintProperty("dots", "circle-color", tokensOf(scheme)["m-label"]);
    },
    show(map, dots) {
      shown = dots;
      void map.getSource<GeoJSONSource>("dots")?.setData(dots);
    },
  };
}

import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { isOnOwnGround } from "../../basemap/bareStyle.ts";
import type { MapLayer } from "../../basemap/MapLayer.ts";
import { tokensOf } from "../../theme/tokens.ts";

/** The markers' layer: floor plans are drawn below it. */
export const markersId = "markers";

/** The ground without a basemap: dots on the land. */
export function dotLayer(): MapLayer & { show(map: MapLibreMap, dots: FeatureCollection): void } {
  let shown: FeatureCollection = { type: "FeatureCollection", features: [] };
  return {
    add(map, scheme) {
      if (map.getLayer("dots") !== undefined) map.removeLayer("dots");
      if (map.getSource("dots") !== undefined) map.removeSource("dots");
      if (!isOnOwnGround(map)) return;
      map.addSource("dots", { type: "geojson", data: shown, maxzoom: 17, tolerance: 0, buffer: 64 });
      map.addLayer({
        id: "dots",
        type: "circle",
        source: "dots",
        minzoom: 15,
        paint: {
          "circle-color": tokensOf(scheme)["m-label"],
          "circle-opacity": 0.4,
          "circle-radius": ["interpolate", ["linear"], ["zoom"], 16, 0.5, 19, 1.2],
        },
      });
    },
    repaint(map, scheme) {
      if (map.getLayer("dots") === undefined) return;
      map.setPaintProperty("dots", "circle-color", tokensOf(scheme)["m-label"]);
    },
    show(map, dots) {
      shown = dots;
      void map.getSource<GeoJSONSource>("dots")?.setData(dots);
    },
  };
}

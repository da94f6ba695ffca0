import type { LatLon } from "@pulse/geo/latLon";
import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { tokensOf } from "../../theme/tokens.ts";

const id = "room";
const layerIds = ["room-area", "room-edge"] as const;

/** The outline of the selected room, over the plans and under the markers. */
export function roomOverlay() {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const takeOff = (map: MapLibreMap): void => {
    for (const layer of layerIds) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data });
      map.addLayer({ id: "room-area", source: id, type: "fill", paint: { "fill-opacity": 0.1 } }, "markers");
      map.addLayer(
        { id: "room-edge", source: id, type: "line", layout: { "line-join": "round" }, paint: { "line-width": 2.4 } },
        "markers",
      );
      overlay.repaint(map, scheme);
      on = map;
    },
    repaint(map, scheme) {
      const { focus } = tokensOf(scheme);
      map.setPaintProperty("room-area", "fill-color", focus);
      map.setPaintProperty("room-edge", "line-color", focus);
    },
    remove(map) {
      takeOff(map);
      on = null;
    },
  };
  return {
    overlay,
    /** @param area the corners of the room; null: nothing */
    show(area: readonly LatLon[] | null): void {
      const ring = (area ?? []).map(({ lat, lon }) => [lon, lat]);
      data = {
        type: "FeatureCollection",
        features:
          ring.length === 0
            ? []
            : [{ type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] } }],
      };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
    },
  };
}

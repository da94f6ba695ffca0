import type { Feature, FeatureCollection } from "geojson";
import type {
  CircleLayerSpecification,
  FillLayerSpecification,
  GeoJSONSource,
  LineLayerSpecification,
  Map as MapLibreMap,
} from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import type { Scheme } from "../../theme/tokens.ts";

type Layer =
  | Omit<FillLayerSpecification, "source">
  | Omit<LineLayerSpecification, "source">
  /** Dots lie over the markers. */
  | Omit<CircleLayerSpecification, "source">;

interface Parts {
  /** The name of the source. */
  id: string;
  /** The lowest first. */
  layers: readonly Layer[];
  /** Gives the layers the colours of a scheme. */
  paint(map: MapLibreMap, scheme: Scheme): void;
}

/** Shapes over the plans and under the markers, and dots over these, which stay as they are when the map's style changes. */
export function geoJsonOverlay({ id, layers, paint }: Parts) {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const takeOff = (map: MapLibreMap): void => {
    for (const layer of layers) if (map.getLayer(layer.id) !== undefined) map.removeLayer(layer.id);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data, tolerance: 0.1 });
      for (const layer of layers)
        map.addLayer({ ...layer, source: id }, layer.type === "circle" ? undefined : "markers");
      paint(map, scheme);
      on = map;
    },
    repaint: paint,
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

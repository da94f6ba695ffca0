import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
} from "maplibre-gl";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";

export const emptyCollection: FeatureCollection = { type: "FeatureCollection", features: [] };

/** Every source that carries shapes of ours. Few, since each that changes has the map drawn once more. */
const sources = ["dots", "ground", "gateways", "markers"] as const;
export type SourceName = (typeof sources)[number];

/** Floor plans are drawn right above the dots: new plan layers go below this one. */
export const abovePlans = "confidence-fill";

/** The bare style: land, and nothing that would have to be fetched. */
export function bareStyle(scheme: Scheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: "land", type: "background", paint: { "background-color": tokensOf(scheme)["m-land"] } }],
  };
}

/**
 * Each tile that a change touches has the map drawn again: at this depth a site lies in one or a few, and a step of their
 * grid is 3 cm.
 */
const deepestTile = 17;

/** What a feature is, in its property `kind`: one source feeds several layers. */
const isKind = (kind: string): ExpressionSpecification => ["==", ["get", "kind"], kind];

const icons = {
  "icon-image": ["get", "icon"] as ExpressionSpecification,
  "icon-allow-overlap": true,
  "icon-ignore-placement": false,
  "symbol-sort-key": ["get", "order"] as ExpressionSpecification,
};
const fading = { "icon-opacity": ["get", "opacity"] as ExpressionSpecification };

/** Our layers from below to above (the order of look.md section 7). */
function layers(scheme: Scheme): LayerSpecification[] {
  const tokens = tokensOf(scheme);
  const isWide: ExpressionSpecification = [">", ["number", ["get", "radius"], 0], 10];
  return [
    {
      id: "dots",
      type: "circle",
      source: "dots",
      paint: {
        "circle-color": tokens["m-label"],
        "circle-opacity": 0.4,
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 16, 0.5, 19, 1.2],
      },
    },
    {
      id: "confidence-fill",
      type: "fill",
      source: "ground",
      filter: isKind("confidence"),
      paint: { "fill-color": tokens.brand, "fill-opacity": ["case", isWide, 0.06, 0.11] },
    },
    {
      id: "confidence-line",
      type: "line",
      source: "ground",
      filter: ["all", isKind("confidence"), ["!", isWide]],
      paint: { "line-color": tokens.focus, "line-width": 1.4 },
    },
    {
      id: "confidence-line-wide",
      type: "line",
      source: "ground",
      filter: ["all", isKind("confidence"), isWide],
      paint: { "line-color": tokens.focus, "line-width": 1.4, "line-dasharray": [3, 3] },
    },
    {
      id: "nearest",
      type: "line",
      source: "ground",
      filter: isKind("nearest"),
      layout: { "line-cap": "round" },
      paint: { "line-color": tokens.focus, "line-width": 1.6, "line-dasharray": [0.1, 3] },
    },
    { id: "gateways", type: "symbol", source: "gateways", layout: icons, paint: fading },
    {
      id: "names",
      type: "symbol",
      source: "markers",
      filter: isKind("name"),
      layout: { ...icons, "icon-offset": [0, 23] },
      paint: fading,
    },
    { id: "markers", type: "symbol", source: "markers", filter: isKind("marker"), layout: icons, paint: fading },
    {
      id: "selected",
      type: "symbol",
      source: "markers",
      filter: isKind("selected"),
      layout: { ...icons, "icon-offset": ["get", "offset"] },
    },
  ];
}

/** Adds our sources and layers to a map whose style has loaded. */
export function addLayers(map: MapLibreMap, scheme: Scheme): void {
  for (const name of sources)
    map.addSource(name, { type: "geojson", data: emptyCollection, maxzoom: deepestTile, tolerance: 0, buffer: 64 });
  for (const layer of layers(scheme)) map.addLayer(layer);
}

type PaintEntry = [Parameters<MapLibreMap["setPaintProperty"]>[1], Parameters<MapLibreMap["setPaintProperty"]>[2]];

/** Repaints what the scheme colours, without loading the style anew. */
export function repaint(map: MapLibreMap, scheme: Scheme): void {
  map.setPaintProperty("land", "background-color", tokensOf(scheme)["m-land"]);
  for (const layer of layers(scheme))
    for (const [property, value] of Object.entries(layer.paint ?? {}) as PaintEntry[])
      map.setPaintProperty(layer.id, property, value);
}

export type ShapeWriter = ReturnType<typeof shapeWriter>;

/** Hands shapes to the map's sources, each only when it differs from what the source has. */
export function shapeWriter(map: MapLibreMap) {
  const written = new Map<SourceName, string>();
  /** `key` says what the shapes depend on: while it stays the same they are not even made. Settles when they are on their way. */
  return async (name: SourceName, key: string, make: () => FeatureCollection): Promise<void> => {
    if (written.get(name) === key) return;
    written.set(name, key);
    await map.getSource<GeoJSONSource>(name)?.setData(make());
  };
}

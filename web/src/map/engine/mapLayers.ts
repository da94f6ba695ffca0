import type { FeatureCollection } from "geojson";
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";

export const emptyCollection: FeatureCollection = { type: "FeatureCollection", features: [] };

/** Every source that carries shapes of ours, in no order. */
const sources = ["dots", "confidence", "nearest", "gateways", "markers", "names", "selected"] as const;
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
  const isWide: ExpressionSpecification = [">", ["get", "radius"], 10];
  return [
    {
      id: "dots",
      type: "circle",
      source: "dots",
      paint: { "circle-color": tokens["m-bldg-l"], "circle-radius": ["interpolate", ["linear"], ["zoom"], 16, 0.6, 19, 1.3] },
    },
    {
      id: "confidence-fill",
      type: "fill",
      source: "confidence",
      paint: { "fill-color": tokens.brand, "fill-opacity": ["case", isWide, 0.06, 0.11] },
    },
    {
      id: "confidence-line",
      type: "line",
      source: "confidence",
      filter: ["!", isWide],
      paint: { "line-color": tokens.focus, "line-width": 1.4 },
    },
    {
      id: "confidence-line-wide",
      type: "line",
      source: "confidence",
      filter: isWide,
      paint: { "line-color": tokens.focus, "line-width": 1.4, "line-dasharray": [3, 3] },
    },
    {
      id: "nearest",
      type: "line",
      source: "nearest",
      layout: { "line-cap": "round" },
      paint: { "line-color": tokens.focus, "line-width": 1.6, "line-dasharray": [0.1, 3] },
    },
    { id: "gateways", type: "symbol", source: "gateways", layout: icons, paint: fading },
    {
      id: "names",
      type: "symbol",
      source: "names",
      layout: { ...icons, "icon-allow-overlap": false, "icon-offset": [0, 23], "icon-padding": 1 },
      paint: fading,
    },
    { id: "markers", type: "symbol", source: "markers", layout: icons, paint: fading },
    {
      id: "selected",
      type: "symbol",
      source: "selected",
      layout: { ...icons, "icon-offset": ["get", "offset"] },
    },
  ];
}

/** Adds our sources and layers to a map whose style has loaded. */
export function addLayers(map: MapLibreMap, scheme: Scheme): void {
  for (const name of sources)
    map.addSource(name, { type: "geojson", data: emptyCollection, maxzoom: 24, tolerance: 0, buffer: 64 });
  for (const layer of layers(scheme)) map.addLayer(layer);
}

/** Repaints what the scheme colours, without loading the style anew. */
export function repaint(map: MapLibreMap, scheme: Scheme): void {
  map.setPaintProperty("land", "background-color", tokensOf(scheme)["m-land"]);
  for (const layer of layers(scheme))
    for (const [property, value] of Object.entries(layer.paint ?? {}))
      map.setPaintProperty(layer.id, property as Parameters<MapLibreMap["setPaintProperty"]>[1], value);
}

/** Gives a source of ours new shapes; settles when they are on their way to the screen. */
export async function setShapes(map: MapLibreMap, name: SourceName, shapes: FeatureCollection): Promise<void> {
  await map.getSource<GeoJSONSource>(name)?.setData(shapes);
}

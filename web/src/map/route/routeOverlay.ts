import type { LatLon } from "@pulse/geo/latLon";
import type { Feature } from "geojson";
import type { ExpressionSpecification } from "maplibre-gl";
import { groundCircle } from "../../basemap/planGeometry.ts";
import { tokensOf } from "../../theme/tokens.ts";
import { geoJsonOverlay } from "../layers/geoJsonOverlay.ts";
import type { DevicePosition } from "./useDevicePosition.ts";
import type { Route, RouteEnd } from "./planRoute.ts";

/** The route on the shown floors, and this device's own place with its accuracy. `id` distinguishes two overlays. */
export function routeOverlay(id: string) {
  const layer = (name: string): string => `${id}-${name}`;
  const isShape = (type: string): ExpressionSpecification => ["==", ["geometry-type"], type];
  const line = {
    type: "line",
    layout: { "line-cap": "round", "line-join": "round" },
    filter: isShape("LineString"),
  } as const;
  const { overlay, show } = geoJsonOverlay({
    id,
    layers: [
      { id: layer("area"), type: "fill", filter: isShape("Polygon"), paint: { "fill-opacity": 0.15 } },
      { ...line, id: layer("casing"), paint: { "line-width": 8 } },
      { ...line, id: layer("line"), paint: { "line-width": 4 } },
      {
        id: layer("start"),
        type: "circle",
        filter: ["all", isShape("Point"), ["==", ["get", "is"], "start"]],
        paint: { "circle-radius": 6, "circle-stroke-width": 3 },
      },
      {
        id: layer("own"),
        type: "circle",
        filter: ["all", isShape("Point"), ["==", ["get", "is"], "own"]],
        paint: { "circle-radius": 8, "circle-stroke-width": 3 },
      },
    ],
    paint(map, scheme) {
      const { moving, surface, primary } = tokensOf(scheme);
      map.setPaintProperty(layer("area"), "fill-color", moving);
      map.setPaintProperty(layer("casing"), "line-color", surface);
      map.setPaintProperty(layer("line"), "line-color", primary);
      map.setPaintProperty(layer("start"), "circle-color", surface);
      map.setPaintProperty(layer("start"), "circle-stroke-color", primary);
      map.setPaintProperty(layer("own"), "circle-color", moving);
      map.setPaintProperty(layer("own"), "circle-stroke-color", surface);
    },
  });
  return { overlay, show: (shown: Shown): void => show(featuresOf(shown)) };
}

interface Shown {
  route: Route | null;
  /** The floors on the map. */
  floorIds: readonly string[];
  /** This device's own place. */
  own: DevicePosition | null;
  /** Where the route begins, if not there. */
  start?: RouteEnd | null;
}

/** The features to draw: the legs on the shown floors and outside, the start, this device's own place and its circle of accuracy. */
export function featuresOf({ route, floorIds, own, start = null }: Shown): Feature[] {
  const position = ({ lat, lon }: LatLon): [number, number] => [lon, lat];
  const isShown = (floorId: string | null): boolean => floorId === null || floorIds.includes(floorId);
  const point = (is: "own" | "start", at: LatLon): Feature => ({
    type: "Feature",
    properties: { is },
    geometry: { type: "Point", coordinates: position(at) },
  });
  const lines = (route?.legs ?? [])
    .filter(({ floorId }) => isShown(floorId))
    .map(({ points }): Feature => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: points.map(position) },
    }));
  const begins = start !== null && isShown(start.floorId) ? [point("start", start)] : [];
  if (own === null) return [...lines, ...begins];
  return [
    {
      type: "Feature",
      properties: {},
      geometry: { type: "Polygon", coordinates: [groundCircle(own, own.accuracyM)] },
    },
    ...lines,
    ...begins,
    point("own", own),
  ];
}

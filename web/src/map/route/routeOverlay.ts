import type { LatLon } from "@pulse/geo/latLon";
import type { Feature } from "geojson";
import type { FilterSpecification } from "maplibre-gl";
import { groundCircle } from "../../basemap/planGeometry.ts";
import { tokensOf } from "../../theme/tokens.ts";
import { geoJsonOverlay } from "../layers/geoJsonOverlay.ts";
import type { DevicePosition } from "./useDevicePosition.ts";
import type { Route } from "./planRoute.ts";

/** The route on the shown floors, and this device's own place with its accuracy. `id` distinguishes two overlays. */
export function routeOverlay(id: string) {
  const layer = (name: string): string => `${id}-${name}`;
  const isShape = (type: string): FilterSpecification => ["==", ["geometry-type"], type];
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
        id: layer("own"),
        type: "circle",
        filter: isShape("Point"),
        paint: { "circle-radius": 8, "circle-stroke-width": 3 },
      },
    ],
    paint(map, scheme) {
      const { moving, surface, primary } = tokensOf(scheme);
      map.setPaintProperty(layer("area"), "fill-color", moving);
      map.setPaintProperty(layer("casing"), "line-color", surface);
      map.setPaintProperty(layer("line"), "line-color", primary);
      map.setPaintProperty(layer("own"), "circle-color", moving);
      map.setPaintProperty(layer("own"), "circle-stroke-color", surface);
    },
  });
  return {
    overlay,
    show: (route: Route | null, floorIds: readonly string[], own: DevicePosition | null): void =>
      show(featuresOf(route, floorIds, own)),
  };
}

/** The features to draw: the legs on the shown floors and outside, this device's own place and its circle of accuracy. */
export function featuresOf(route: Route | null, floorIds: readonly string[], own: DevicePosition | null): Feature[] {
  const position = ({ lat, lon }: LatLon): [number, number] => [lon, lat];
  const legs = (route?.legs ?? []).filter(({ floorId }) => floorId === null || floorIds.includes(floorId));
  const lines = legs.map(({ points }): Feature => ({
    type: "Feature",
    properties: {},
    geometry: { type: "LineString", coordinates: points.map(position) },
  }));
  if (own === null) return lines;
  return [
    {
      type: "Feature",
      properties: {},
      geometry: { type: "Polygon", coordinates: [groundCircle(own, own.accuracyM)] },
    },
    ...lines,
    { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: position(own) } },
  ];
}

import type { LatLon } from "@pulse/geo/latLon";
import type { Feature, FeatureCollection } from "geojson";
import type { FilterSpecification, GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { groundCircle } from "../../basemap/planGeometry.ts";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import type { DevicePosition } from "./useDevicePosition.ts";
import type { Route } from "./planRoute.ts";

/** The route on the shown floors, and this device's own place with its accuracy. `id` distinguishes two overlays. */
export function routeOverlay(id: string) {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const layer = (name: string): string => `${id}-${name}`;
  const names = ["area", "casing", "line", "own"].map(layer);
  const takeOff = (map: MapLibreMap): void => {
    for (const name of names) if (map.getLayer(name) !== undefined) map.removeLayer(name);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const paint = (map: MapLibreMap, scheme: Scheme): void => {
    const { moving, surface, primary } = tokensOf(scheme);
    map.setPaintProperty(layer("area"), "fill-color", moving);
    map.setPaintProperty(layer("casing"), "line-color", surface);
    map.setPaintProperty(layer("line"), "line-color", primary);
    map.setPaintProperty(layer("own"), "circle-color", moving);
    map.setPaintProperty(layer("own"), "circle-stroke-color", surface);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data, tolerance: 0.1 });
      const layout = { "line-cap": "round", "line-join": "round" } as const;
      const filter: FilterSpecification = ["==", ["geometry-type"], "LineString"];
      const line = { source: id, type: "line", layout, filter } as const;
      map.addLayer(
        {
          id: layer("area"),
          source: id,
          type: "fill",
          filter: ["==", ["geometry-type"], "Polygon"],
          paint: { "fill-opacity": 0.15 },
        },
        "markers",
      );
      map.addLayer({ ...line, id: layer("casing"), paint: { "line-width": 8 } }, "markers");
      map.addLayer({ ...line, id: layer("line"), paint: { "line-width": 4 } }, "markers");
      map.addLayer({
        id: layer("own"),
        source: id,
        type: "circle",
        filter: ["==", ["geometry-type"], "Point"],
        paint: { "circle-radius": 8, "circle-stroke-width": 3 },
      });
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
    show(route: Route | null, floorIds: readonly string[], own: DevicePosition | null): void {
      data = { type: "FeatureCollection", features: featuresOf(route, floorIds, own) };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
    },
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

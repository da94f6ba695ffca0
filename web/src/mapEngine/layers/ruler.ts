import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import type { MapLayer } from "../../basemap/MapLayer.ts";

const id = "ruler";
const layerNames = ["ruler-line", "ruler-points"] as const;

/** The length of a line along its points, m. */
export function lengthM(points: readonly LatLon[]): number {
  return points.slice(1).reduce((sum, point, i) => sum + distanceM(points[i]!, point), 0);
}

/**
 * A line that is drawn click by click while the ruler is on, and ends at the pointer. Reports its length in metres as it
 * grows; null while there is nothing to measure.
 */
export function ruler(map: MapLibreMap, measured: (metres: number | null) => void) {
  let isOn = false;
  let points: LatLon[] = [];
  let pointer: LatLon | null = null;

  const show = (): void => {
    const line = pointer === null ? points : [...points, pointer];
    void map.getSource<GeoJSONSource>(id)?.setData(drawing(points, line));
    measured(line.length < 2 ? null : lengthM(line));
  };
  const placeOf = ({ lngLat }: MapMouseEvent): LatLon => ({ lat: lngLat.lat, lon: lngLat.lng });
  map.on("click", (event) => {
    if (!isOn) return;
    points.push(placeOf(event));
    pointer = null;
    show();
  });
  map.on("mousemove", (event) => {
    if (!isOn || points.length === 0) return;
    pointer = placeOf(event);
    show();
  });

  const layer: MapLayer = {
    add(_, scheme) {
      // After a lost graphics context the map may still have them.
      for (const name of layerNames) if (map.getLayer(name) !== undefined) map.removeLayer(name);
      if (map.getSource(id) !== undefined) map.removeSource(id);
      map.addSource(id, { type: "geojson", data: drawing([], []) });
      map.addLayer({
        id: "ruler-line",
        type: "line",
        source: id,
        paint: { "line-width": 2, "line-dasharray": [2, 1.5] },
      });
      map.addLayer({
        id: "ruler-points",
        type: "circle",
        source: id,
        filter: ["==", ["geometry-type"], "Point"],
        paint: { "circle-radius": 4, "circle-stroke-width": 2 },
      });
      this.repaint(map, scheme);
      show();
    },
    repaint(_, scheme: Scheme) {
      const { focus, surface } = tokensOf(scheme);
      map.setPaintProperty("ruler-line", "line-color", focus);
      map.setPaintProperty("ruler-points", "circle-color", surface);
      map.setPaintProperty("ruler-points", "circle-stroke-color", focus);
    },
  };
  return {
    layer,
    /** On: starts a new line. Off: removes the line. */
    turn(on: boolean): void {
      if (on === isOn) return;
      isOn = on;
      points = [];
      pointer = null;
      if (on) map.doubleClickZoom.disable();
      else map.doubleClickZoom.enable();
      map.getContainer().toggleAttribute("data-measuring", on);
      show();
    },
  };
}

function drawing(points: readonly LatLon[], line: readonly LatLon[]): FeatureCollection {
  const at = ({ lat, lon }: LatLon): [number, number] => [lon, lat];
  const corner = (point: LatLon) =>
    ({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: at(point) } }) as const;
  const along =
    line.length < 2
      ? []
      : [{ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: line.map(at) } } as const];
  return { type: "FeatureCollection", features: [...along, ...points.map(corner)] };
}

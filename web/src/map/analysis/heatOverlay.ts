import type { Heatmap } from "@pulse/contract/analytics";
import { localFrame } from "@pulse/geo/localFrame";
import type { FeatureCollection, Point } from "geojson";
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { pxPerM } from "../../basemap/scale.ts";
import { tokensOf } from "../../theme/tokens.ts";

const id = "heat";
/** Positions are exact to a few metres, so a cell glows a little beyond its edge. */
const radiusM = 2.5;
const [farZoom, nearZoom] = [10, 24];
/** Heat is scaled to this quantile of the cells, or one bed that never moves would leave all others pale. */
const hottestShare = 0.98;

/** Where time was spent, as a glow on the ground. */
export function heatOverlay() {
  let data: FeatureCollection<Point> = { type: "FeatureCollection", features: [] };
  let radius: ExpressionSpecification = radiusAt(0, 1);
  let on: MapLibreMap | null = null;
  const takeOff = (map: MapLibreMap): void => {
    if (map.getLayer(id) !== undefined) map.removeLayer(id);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data });
      map.addLayer(
        {
          id,
          source: id,
          type: "heatmap",
          paint: { "heatmap-weight": ["get", "weight"], "heatmap-radius": radius, "heatmap-opacity": 0.85 },
        },
        "markers",
      );
      overlay.repaint(map, scheme);
      on = map;
    },
    repaint(map, scheme) {
      const { "warn-soft": faint, warn, brand, alert } = tokensOf(scheme);
      // Fade into the same colour: even transparent black would show as a grey rim.
      const steps = [`${faint}00`, 0.08, faint, 0.3, warn, 0.6, brand, 1, alert];
      map.setPaintProperty(id, "heatmap-color", ["interpolate", ["linear"], ["heatmap-density"], 0, ...steps]);
    },
    remove(map) {
      takeOff(map);
      on = null;
    },
  };
  return {
    overlay,
    show(heat: Heatmap | null): void {
      data = { type: "FeatureCollection", features: heat === null ? [] : featuresOf(heat) };
      if (heat !== null) radius = radiusAt(heat.origin.lat, Math.max(radiusM, heat.cellM * 1.5));
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
      on?.setPaintProperty(id, "heatmap-radius", radius);
    },
  };
}

/** The radius in px that is the same size on the ground at every zoom. */
function radiusAt(lat: number, metres: number): ExpressionSpecification {
  const px = (zoom: number): number => metres * pxPerM(zoom, lat);
  return ["interpolate", ["exponential", 2], ["zoom"], farZoom, px(farZoom), nearZoom, px(nearZoom)];
}

/** The middle of each cell where time was spent, with the square root of its share of the hottest; else only one peak would show. */
export function featuresOf(heat: Heatmap): FeatureCollection<Point>["features"] {
  const frame = localFrame(heat.origin);
  const hot = heat.seconds.filter((seconds) => seconds > 0).toSorted((a, b) => a - b);
  const hottest = hot[Math.floor((hot.length - 1) * hottestShare)] ?? 1;
  return heat.seconds.flatMap((seconds, nth) => {
    if (seconds === 0) return [];
    const { lat, lon } = frame.toLatLon({
      x: ((nth % heat.columns) + 0.5) * heat.cellM,
      y: (Math.floor(nth / heat.columns) + 0.5) * heat.cellM,
    });
    return [
      {
        type: "Feature",
        properties: { weight: Math.sqrt(Math.min(1, seconds / hottest)) },
        geometry: { type: "Point", coordinates: [lon, lat] },
      },
    ];
  });
}

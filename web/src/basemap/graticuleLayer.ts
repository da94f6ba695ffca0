import type { LatLon } from "@pulse/geo/latLon";
import { distanceM } from "@pulse/geo/latLon";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { type Scheme, tokensOf } from "../theme/tokens.ts";
import { isOnOwnGround } from "./bareStyle.ts";
import { graticule, graticuleStepM } from "./graticule.ts";
import type { MapLayer } from "./MapLayer.ts";
import { pxPerM } from "./scale.ts";

const id = "pulse-graticule";
const nothing = { type: "FeatureCollection" as const, features: [] };

/** A grid of round metres counted from `origin`, shown with buildings on our own ground. */
export function graticuleLayer(map: MapLibreMap, origin: LatLon): MapLayer {
  let drawn: { stepM: number; middle: LatLon } | null = null;

  const draw = (): void => {
    const source = map.getSource<GeoJSONSource>(id);
    if (source === undefined) return;
    const { lat, lng } = map.getCenter();
    const middle = { lat, lon: lng };
    const stepM = graticuleStepM(pxPerM(map.getZoom(), lat));
    // It extends beyond the window, so not every move needs a new one.
    if (stepM !== null && drawn?.stepM === stepM && distanceM(drawn.middle, middle) < 15 * stepM) return;
    drawn = stepM === null ? null : { stepM, middle };
    void source.setData(stepM === null ? nothing : graticule(origin, middle, stepM));
  };
  map.on("moveend", draw);

  return {
    add(_, scheme) {
      if (!isOnOwnGround(map)) return;
      drawn = null;
      if (map.getSource(id) === undefined)
        map.addSource(id, { type: "geojson", data: nothing, maxzoom: 20, tolerance: 0 });
      if (map.getLayer(id) === undefined)
        map.addLayer({
          id,
          type: "line",
          source: id,
          paint: {
            "line-color": tokensOf(scheme)["m-label"],
            "line-width": 1,
            "line-opacity": ["case", ["get", "isMain"], 0.22, 0.1],
          },
        });
      draw();
    },
    repaint(_, scheme: Scheme) {
      if (map.getLayer(id) !== undefined) map.setPaintProperty(id, "line-color", tokensOf(scheme)["m-label"]);
    },
  };
}

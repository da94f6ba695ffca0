import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { Feature, FeatureCollection, LineString } from "geojson";

/** Lines are at least this far apart on the screen, px. */
const closestPx = 36;
const widestStepM = 500;
/** The number of lines in each direction from the middle. */
const reach = 60;

/** The grid's step at a scale: 1, 5, 10, 50 … m. Null if buildings are too small to be seen. */
export function graticuleStepM(pxPerM: number): number | null {
  const step = [1, 5, 10, 50, 100, 500].find((metres) => metres * pxPerM >= closestPx);
  return step === undefined || step > widestStepM ? null : step;
}

/**
 * A grid of metres around `middle`, north up, counted from `origin`: each line a round number of metres from it. Every
 * fifth or tenth line is marked `isMain`.
 */
export function graticule(origin: LatLon, middle: LatLon, stepM: number): FeatureCollection<LineString> {
  const frame = localFrame(origin);
  const at = frame.toLocal(middle);
  const [nthX, nthY] = [Math.round(at.x / stepM), Math.round(at.y / stepM)];
  const main = String(stepM).startsWith("5") ? 2 : 5;
  const line = (nth: number, points: readonly { x: number; y: number }[]): Feature<LineString> => ({
    type: "Feature",
    properties: { isMain: nth % main === 0 },
    geometry: {
      type: "LineString",
      coordinates: points.map((point) => {
        const { lat, lon } = frame.toLatLon(point);
        return [lon, lat];
      }),
    },
  });
  const nths = (centre: number): number[] => Array.from({ length: 2 * reach + 1 }, (_, nth) => centre - reach + nth);
  const [fromX, toX] = [(nthX - reach) * stepM, (nthX + reach) * stepM];
  const [fromY, toY] = [(nthY - reach) * stepM, (nthY + reach) * stepM];
  return {
    type: "FeatureCollection",
    features: [
      ...nths(nthX).map((nth) =>
        line(nth, [
          { x: nth * stepM, y: fromY },
          { x: nth * stepM, y: toY },
        ]),
      ),
      ...nths(nthY).map((nth) =>
        line(nth, [
          { x: fromX, y: nth * stepM },
          { x: toX, y: nth * stepM },
        ]),
      ),
    ],
  };
}

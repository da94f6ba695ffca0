import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import type { Feature, Position } from "geojson";

/** How often assets went from one place to another. */
export interface Flow {
  from: { id: string };
  to: { id: string };
  count: number;
}

/** More arrows cover each other and the plan. */
export const strongestCount = 10;
/** Both directions between two places are drawn side by side, m from the straight line. */
const asideM = 0.6;
/** An arrow begins and ends at this distance from the middle of its places, at most this share of its length. */
const awayM = 1.5;
const awayShare = 0.2;
const headM = 2.6;
const headShare = 0.4;

/**
 * Arrows of the strongest movements between places that are drawn on the map, each a line with `share` (of the strongest,
 * 0…1) and a head. `placeOf`: the middle of a place; undefined: it is not on the map.
 */
export function flowArrows(flows: readonly Flow[], placeOf: (id: string) => LatLon | undefined): Feature[] {
  const drawn = flows.flatMap(({ from, to, count }) => {
    const [a, b] = [placeOf(from.id), placeOf(to.id)];
    return a === undefined || b === undefined || from.id === to.id ? [] : [{ a, b, count }];
  });
  const strongest = drawn.toSorted((one, other) => other.count - one.count).slice(0, strongestCount);
  const most = strongest[0]?.count ?? 1;
  // The strongest last, so that it lies on top.
  return strongest.toReversed().flatMap(({ a, b, count }) => arrow(a, b, count / most));
}

function arrow(from: LatLon, to: LatLon, share: number): Feature[] {
  const frame = localFrame(from);
  const end = frame.toLocal(to);
  const length = Math.hypot(end.x, end.y);
  if (length === 0) return [];
  const along = { x: end.x / length, y: end.y / length };
  // To the right of the way, as people walk.
  const right = { x: along.y, y: -along.x };
  const at = (forwardM: number, rightM: number): Position => {
    const point: Point = {
      x: along.x * forwardM + right.x * rightM,
      y: along.y * forwardM + right.y * rightM,
    };
    const { lat, lon } = frame.toLatLon(point);
    return [lon, lat];
  };
  const away = Math.min(awayM, length * awayShare);
  const head = Math.min(headM, (length - 2 * away) * headShare);
  const tip = length - away;
  const corners = [at(tip, asideM), at(tip - head, asideM + head / 2), at(tip - head, asideM - head / 2)];
  return [
    {
      type: "Feature",
      properties: { share },
      geometry: { type: "LineString", coordinates: [at(away, asideM), at(tip - head, asideM)] },
    },
    {
      type: "Feature",
      properties: { share },
      geometry: { type: "Polygon", coordinates: [[...corners, corners[0]!]] },
    },
  ];
}

import type { FenceArea } from "./fenceArea.ts";
import type { LatLon } from "./latLon.ts";
import { localFrame, type LocalFrame, type Point } from "./localFrame.ts";

/** Where something may be: equally likely places around a middle, m east and north of it. */
export interface Whereabouts {
  middle: LatLon;
  around: readonly Point[];
  /** Standard deviation along an axis, m. */
  deviationM: number;
  /** It is no farther from the middle than this, m. */
  reachM: number;
}

/** The radius that holds 68 % of a round normal distribution, in standard deviations. */
const deviationsIn68 = Math.sqrt(-2 * Math.log(1 - 0.68));
/** An edge farther away than this many standard deviations does not matter. */
const farDeviations = 3;
/** Reduce the spread until this many standard deviations fit between a fence's middle and edge (see `minPart`). */
const deviationsInFence = 3.2;
/** The spread of a position is never reduced below this fraction of the reported one. */
const minPart = 1 / 3;
/** Near an edge the probability stays this far from 0 and 1, because so few places are tried. */
const nearDoubt = 0.002;
const minDeviationM = 0.01;
const count = 48;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Equally likely places of a round normal distribution with deviation 1. */
const spiral = Array.from({ length: count }, (_, nth) => {
  const radius = Math.sqrt(-2 * Math.log(1 - (nth + 0.5) / count));
  return { x: radius * Math.cos(nth * goldenAngle), y: radius * Math.sin(nth * goldenAngle) };
});

/** For something located at a place, with the radius that contains the truth with 68 %. */
export function withinRadius(middle: LatLon, accuracyM: number): Whereabouts {
  const deviationM = Math.max(accuracyM, minDeviationM) / deviationsIn68;
  const around = spiral.map(({ x, y }) => ({ x: x * deviationM, y: y * deviationM }));
  return { middle, around, deviationM, reachM: farDeviations * deviationM };
}

/** For something that may be at any of these places, one or more: x and y in turn, in a frame. */
export function atOneOf(places: readonly number[], frame: Pick<LocalFrame, "toLatLon">): Whereabouts {
  const number = places.length / 2;
  let [sumX, sumY, squares, maxSquare] = [0, 0, 0, 0];
  for (let at = 0; at < places.length; at += 2) {
    sumX += places[at]!;
    sumY += places[at + 1]!;
  }
  const middle = { x: sumX / number, y: sumY / number };
  const around: Point[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]! - middle.x, places[at + 1]! - middle.y];
    around.push({ x, y });
    squares += x * x + y * y;
    maxSquare = Math.max(maxSquare, x * x + y * y);
  }
  return {
    middle: frame.toLatLon(middle),
    around,
    deviationM: Math.max(Math.sqrt(squares / number / 2), minDeviationM),
    reachM: Math.sqrt(maxSquare),
  };
}

/**
 * The probability that something is within a fence: the share of its possible places that the fence contains.
 *
 * A fence much narrower than the spread of these places would never contain enough of them to count. The places are then
 * moved closer together, within limits, so that the middle of the fence counts as inside and a wild guess still does not.
 */
export function probabilityInside(area: FenceArea, { middle, around, deviationM, reachM }: Whereabouts): number {
  const part = Math.max(minPart, Math.min(1, area.breadthM / deviationsInFence / deviationM));
  const depthM = area.depthM(middle);
  if (Math.abs(depthM) > reachM * part) return depthM > 0 ? 1 : 0;
  const frame = localFrame(middle);
  let inside = 0;
  for (const { x, y } of around) if (area.contains(frame.toLatLon({ x: x * part, y: y * part }))) inside++;
  return Math.min(1 - nearDoubt, Math.max(nearDoubt, inside / around.length));
}

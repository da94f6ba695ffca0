import {
  type Extent,
  extentOf,
  guessOutline,
  type GuessedFloor,
  outlineContains,
  type Point,
  turnedTo,
} from "./outline.ts";
import { MODEL } from "./modelConstants.ts";

/** What is known of a floor whose outline nobody has drawn. Metres in the site's frame. */
export interface FloorHints {
  gateways: readonly Point[];
  /** Corners of drawings on it: tags can be there, however far from the gateways. */
  corners: readonly Point[];
  /** Ring of its plan's image, which has an area; null: there is none. */
  image: readonly Point[] | null;
}

/**
 * A guess around the gateways and drawings, within the plan's image. It is aligned with the image's edges, since plans
 * are drawn along their building's walls. If gateways are at fewer than four places on the image, all of it is equally
 * likely.
 */
export function guessFloor({ gateways, corners, image }: FloorHints): GuessedFloor {
  if (!image) return guessOutline(gateways, corners);
  const along = longestEdge(image);
  const turned = (points: readonly Point[]): Point[] => points.map((point) => turnedTo(along, point));
  const ring = turned(image);
  const places = placesOf(gateways.filter(({ x, y }) => outlineContains(image, x, y)));
  const guess =
    places.length >= MODEL.outlineGateways ? guessOutline(turned(gateways), turned(corners)) : guessOutline([], ring);
  const back = { x: along.x, y: -along.y };
  const outline = ringWithin(ring, extentOf(guess.outline)!).map((corner) => turnedTo(back, corner));
  return { ...guess, outline, along };
}

/** The first gateway of each place. */
function placesOf(gateways: readonly Point[]): Point[] {
  const places: Point[] = [];
  for (const gateway of gateways)
    if (places.every(({ x, y }) => Math.hypot(gateway.x - x, gateway.y - y) >= MODEL.togetherM)) places.push(gateway);
  return places;
}

/** The direction of the ring's longest edge, a unit vector. */
function longestEdge(ring: readonly Point[]): Point {
  let longest = { x: 1, y: 0 };
  let lengthM = 0;
  ring.forEach((b, i) => {
    const a = ring.at(i - 1)!;
    const edgeM = Math.hypot(b.x - a.x, b.y - a.y);
    if (!(edgeM > lengthM)) return;
    lengthM = edgeM;
    longest = { x: (b.x - a.x) / edgeM, y: (b.y - a.y) / edgeM };
  });
  return longest;
}

/** The part of a ring inside an upright rectangle, clipped edge by edge (Sutherland and Hodgman 1974); empty: none. */
function ringWithin(ring: readonly Point[], { minX, minY, maxX, maxY }: Extent): Point[] {
  let kept = [...ring];
  for (const [axis, bound, side] of [
    ["x", minX, 1],
    ["x", maxX, -1],
    ["y", minY, 1],
    ["y", maxY, -1],
  ] as const) {
    kept = kept.flatMap((b, i) => {
      const a = kept.at(i - 1)!;
      const [from, to] = [side * (a[axis] - bound), side * (b[axis] - bound)];
      const share = from / (from - to);
      const cut = { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
      return [...(from < 0 === to < 0 ? [] : [cut]), ...(to < 0 ? [] : [b])];
    });
  }
  return kept;
}

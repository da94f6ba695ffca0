import { MODEL } from "./modelConstants.ts";

export interface Point {
  x: number;
  y: number;
}

export interface Extent {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Whether a point can be a place on a site at all. */
export function isPlace({ x, y }: Point): boolean {
  return Math.abs(x) <= MODEL.maxCoordinateM && Math.abs(y) <= MODEL.maxCoordinateM;
}

/** Whether the point lies inside the ring (even–odd rule; the edge may fall on either side). */
export function outlineContains(outline: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/** The smallest upright rectangle around the points; null if none of them is a place. */
export function extentOf(points: readonly Point[]): Extent | null {
  let extent: Extent | null = null;
  for (const point of points) {
    if (!isPlace(point)) continue;
    const { x, y } = point;
    extent ??= { minX: x, minY: y, maxX: x, maxY: y };
    extent.minX = Math.min(extent.minX, x);
    extent.minY = Math.min(extent.minY, y);
    extent.maxX = Math.max(extent.maxX, x);
    extent.maxY = Math.max(extent.maxY, y);
  }
  return extent;
}

/** Area of the ring whichever way round it is drawn, m². */
export function outlineArea(outline: readonly Point[]): number {
  let twice = 0;
  const { x = 0, y = 0 } = outline[0] ?? {};
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    // Relative to the first corner: far from the origin the products would lose digits.
    twice += (b.x - x) * (a.y - y) - (a.x - x) * (b.y - y);
  }
  return Math.abs(twice) / 2;
}

/** The point in rotated axes, of which the first runs along the unit vector. */
export function turnedTo(along: Point, { x, y }: Point): Point {
  return { x: x * along.x + y * along.y, y: y * along.x - x * along.y };
}

/** How places fade beyond one edge of a guessed floor, and within which distance, m: slower if no wall shows there. */
export interface Fade {
  kind: "wall" | "free";
  m: number;
}

/** A floor as its gateways suggest it: where places are likely, and how they fade beyond each edge of that. */
export interface GuessedFloor {
  outline: Point[];
  likely: Extent;
  fades: Record<keyof Extent, Fade>;
  /**
   * Direction of its x axis in the site's frame, a unit vector; `likely` and `fades` use that axis and the one across.
   */
  along: Point;
}

/**
 * An outline for a floor nobody has drawn: the gateways' extent and a margin. Two gateways or more along an edge of it
 * mean a wall, beyond which places fade soon. If only one is outermost, nobody knows how far the floor goes on.
 * `corners` of drawings are on the floor as well, and indicate walls as gateways do.
 */
export function guessOutline(anchors: readonly Point[], corners: readonly Point[] = []): GuessedFloor {
  const known = [...anchors, ...corners];
  const likely = extentOf(known) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const apartM = neighbourDistance(anchors);
  const fadeAt = (edge: keyof Extent): Fade => {
    const [axis, lengthM] =
      edge === "minX" || edge === "maxX"
        ? (["x", likely.maxX - likely.minX] as const)
        : (["y", likely.maxY - likely.minY] as const);
    if (lengthM < MODEL.togetherM) return { kind: "wall", m: MODEL.besideLineM };
    const beside = known.filter((place) => Math.abs(place[axis] - likely[edge]) <= MODEL.togetherM).length;
    const [kind, share] = beside > 1 ? (["wall", MODEL.besideWall] as const) : (["free", MODEL.besideFree] as const);
    return { kind, m: Math.max(MODEL.togetherM / 2, share * apartM) };
  };
  const fades = { minX: fadeAt("minX"), minY: fadeAt("minY"), maxX: fadeAt("maxX"), maxY: fadeAt("maxY") };
  const beyond = (edge: keyof Extent): number =>
    (fades[edge].kind === "wall" ? MODEL.wallReach : MODEL.freeReach) * fades[edge].m;
  const [left, right] = [likely.minX - beyond("minX"), likely.maxX + beyond("maxX")];
  const [bottom, top] = [likely.minY - beyond("minY"), likely.maxY + beyond("maxY")];
  const outline = [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ];
  return { outline, likely, fades, along: { x: 1, y: 0 } };
}

/** −2 log of the probability of a place this far beyond an edge (m), relative to one inside. */
export function fadeCost({ kind, m }: Fade, beyondM: number): number {
  if (beyondM <= 0) return 0;
  return kind === "wall" ? (beyondM / m) ** 2 : (2 * beyondM) / m;
}

function neighbourDistance(anchors: readonly Point[]): number {
  const nearest = anchors
    .map((a, i) => Math.min(...anchors.map((b, j) => (i === j ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))))
    .filter((distance) => Number.isFinite(distance) && distance > 0)
    .toSorted((a, b) => a - b);
  return nearest[nearest.length >> 1] ?? 10;
}

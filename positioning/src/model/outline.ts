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

/** No map's grid reaches farther from its origin: a coordinate beyond this (m) is a slip. */
const FARTHEST_M = 2.1e7;

/** Whether a point can be a place on a site at all. */
export function isPlace({ x, y }: Point): boolean {
  return Math.abs(x) <= FARTHEST_M && Math.abs(y) <= FARTHEST_M;
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

/** The smallest upright rectangle around the points; null where there is none that is a place. */
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
    // Seen from the first corner: far from the origin the products would lose their digits.
    twice += (b.x - x) * (a.y - y) - (a.x - x) * (b.y - y);
  }
  return Math.abs(twice) / 2;
}

/** Gateways that extend less along an axis stand in a line across it, and say nothing of how far the floor reaches there. */
const LINE_M = 1;
const BESIDE_LINE_M = 5;

/** A floor as its gateways suggest it: where places are likely, and how far they fade beyond along each axis, m. */
export interface GuessedFloor {
  outline: Point[];
  likely: Extent;
  fade: Point;
}

/**
 * An outline for a floor nobody has drawn: the gateways' extent, and a margin. Gateways hang on walls or stand not far
 * from them, so places outside their extent fade with a part of how far they are apart; beside gateways in a line, or
 * around those at one point, with more.
 */
export function guessOutline(anchors: readonly Point[]): GuessedFloor {
  const likely = extentOf(anchors) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const usualM = Math.min(4, Math.max(0.5, 0.15 * neighbourDistance(anchors)));
  const fadeOver = (lengthM: number): number => (lengthM < LINE_M ? BESIDE_LINE_M : usualM);
  const fade = { x: fadeOver(likely.maxX - likely.minX), y: fadeOver(likely.maxY - likely.minY) };
  const outline = [
    { x: likely.minX - 3 * fade.x, y: likely.minY - 3 * fade.y },
    { x: likely.maxX + 3 * fade.x, y: likely.minY - 3 * fade.y },
    { x: likely.maxX + 3 * fade.x, y: likely.maxY + 3 * fade.y },
    { x: likely.minX - 3 * fade.x, y: likely.maxY + 3 * fade.y },
  ];
  return { outline, likely, fade };
}

function neighbourDistance(anchors: readonly Point[]): number {
  const nearest = anchors
    .map((a, i) => Math.min(...anchors.map((b, j) => (i === j ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))))
    .filter((distance) => Number.isFinite(distance) && distance > 0)
    .toSorted((a, b) => a - b);
  return nearest[nearest.length >> 1] ?? 10;
}

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

/** No site is larger: a coordinate beyond this (m) is a slip, and would cost the others their digits. */
const FARTHEST_M = 1e6;

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
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    twice += b.x * a.y - a.x * b.y;
  }
  return Math.abs(twice) / 2;
}

/**
 * An outline for a floor nobody has drawn: the gateways' extent, and a margin. Gateways hang on walls or
 * stand not far from them, so places outside their extent fade with `fadeM`, a part of how far they are apart. Metres.
 */
export function guessOutline(anchors: readonly Point[]): { outline: Point[]; likely: Extent; fadeM: number } {
  const likely = extentOf(anchors) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const fadeM = Math.min(4, Math.max(0.5, 0.15 * neighbourDistance(anchors)));
  const marginM = 3 * fadeM;
  const outline = [
    { x: likely.minX - marginM, y: likely.minY - marginM },
    { x: likely.maxX + marginM, y: likely.minY - marginM },
    { x: likely.maxX + marginM, y: likely.maxY + marginM },
    { x: likely.minX - marginM, y: likely.maxY + marginM },
  ];
  return { outline, likely, fadeM };
}

function neighbourDistance(anchors: readonly Point[]): number {
  const nearest = anchors
    .map((a, i) => Math.min(...anchors.map((b, j) => (i === j ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))))
    .filter((distance) => Number.isFinite(distance) && distance > 0)
    .toSorted((a, b) => a - b);
  return nearest[nearest.length >> 1] ?? 10;
}

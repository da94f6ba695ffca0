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
 * An outline for a floor nobody has drawn: the gateways' extent and half the usual distance between neighbours around
 * it, since gateways hang on walls or stand half a cell from them. Metres; 1 m at least, 8 m at most.
 */
export function outlineAround(anchors: readonly Point[]): Point[] {
  const extent = extentOf(anchors) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const marginM = Math.min(8, Math.max(1, 0.5 * neighbourDistance(anchors)));
  return [
    { x: extent.minX - marginM, y: extent.minY - marginM },
    { x: extent.maxX + marginM, y: extent.minY - marginM },
    { x: extent.maxX + marginM, y: extent.maxY + marginM },
    { x: extent.minX - marginM, y: extent.maxY + marginM },
  ];
}

function neighbourDistance(anchors: readonly Point[]): number {
  const nearest = anchors
    .map((a, i) => Math.min(...anchors.map((b, j) => (i === j ? Infinity : Math.hypot(a.x - b.x, a.y - b.y)))))
    .filter((distance) => Number.isFinite(distance) && distance > 0)
    .toSorted((a, b) => a - b);
  return nearest[nearest.length >> 1] ?? 10;
}

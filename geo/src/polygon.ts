import type { Point } from "./localFrame.ts";

/** The area of a polygon whose last corner is joined to the first, m²; positive if it turns anticlockwise (shoelace). */
export function signedAreaM2(corners: readonly Point[]): number {
  let twice = 0;
  for (const [nth, a] of corners.entries()) {
    const b = corners[(nth + 1) % corners.length]!;
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

/** Whether any two sides that are not neighbours cross or touch, or a neighbour folds back. Quadratic. */
export function crossesItself(corners: readonly Point[]): boolean {
  const count = corners.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % count]!];
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (segmentsIntersect(a, b, corners[j]!, corners[(j + 1) % count]!)) return true;
    }
  }
  return false;
}

/** Whether a point lies in an area: a line from it to the right crosses its sides an odd number of times. */
export function isInside({ x, y }: Point, corners: readonly Point[]): boolean {
  let isIn = false;
  for (const [nth, a] of corners.entries()) {
    const b = corners[(nth + 1) % corners.length]!;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isIn = !isIn;
  }
  return isIn;
}

/** The distance of a line or an area from an area, m; 0 if any part of it is inside. */
export function distanceToAreaM(thing: { points: readonly Point[]; isArea: boolean }, area: readonly Point[]): number {
  const { points, isArea } = thing;
  if (points.some((point) => isInside(point, area))) return 0;
  if (isArea && isInside(area[0]!, points)) return 0;
  const around = sidesOf(area, true);
  let minM = Infinity;
  for (const [a, b] of sidesOf(points, isArea))
    for (const [c, d] of around) {
      if (segmentsIntersect(a, b, c, d)) return 0;
      minM = Math.min(minM, fromSideM(a, c, d), fromSideM(b, c, d), fromSideM(c, a, b), fromSideM(d, a, b));
    }
  return minM;
}

function sidesOf(points: readonly Point[], isArea: boolean): (readonly [Point, Point])[] {
  return points
    .slice(isArea ? 0 : 1)
    .map((point, nth) => (isArea ? [point, points[(nth + 1) % points.length]!] : [points[nth]!, point]));
}

/** The distance of a point from the segment a–b, m. */
function fromSideM(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length2;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

/** Whether the segments a–b and c–d have a point in common. */
export function segmentsIntersect(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  );
}

function side(a: Point, b: Point, p: Point): -1 | 0 | 1 {
  const cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/** Whether a point on the line through a and b lies between them. */
function isBetween(a: Point, b: Point, p: Point): boolean {
  return (
    Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y)
  );
}

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

/** Whether any two sides cross or touch that are not neighbours, or a neighbour folds back. Quadratic. */
export function crossesItself(corners: readonly Point[]): boolean {
  const count = corners.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % count]!];
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (meet(a, b, corners[j]!, corners[(j + 1) % count]!)) return true;
    }
  }
  return false;
}

/** Whether the segments a–b and c–d have a point in common. */
export function meet(a: Point, b: Point, c: Point, d: Point): boolean {
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

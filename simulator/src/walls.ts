import type { FloorPoint, Wall } from "./demo/model.ts";

/** Whether no wall crosses the straight line between two points. */
export function clearLine(walls: readonly Wall[], from: FloorPoint, to: FloorPoint): boolean {
  return walls.every((wall) => !crosses(from, to, wall.a, wall.b));
}

/** Whether two segments meet. Touching counts. */
export function crosses(p: FloorPoint, q: FloorPoint, a: FloorPoint, b: FloorPoint): boolean {
  const side = (o: FloorPoint, d: FloorPoint, t: FloorPoint): number =>
    (d.x - o.x) * (t.y - o.y) - (d.y - o.y) * (t.x - o.x);
  return side(p, q, a) * side(p, q, b) <= 0 && side(a, b, p) * side(a, b, q) <= 0 && overlapBoxes(p, q, a, b);
}

/** Rules out segments that are apart on one line. */
function overlapBoxes(p: FloorPoint, q: FloorPoint, a: FloorPoint, b: FloorPoint): boolean {
  return (
    Math.max(p.x, q.x) >= Math.min(a.x, b.x) &&
    Math.max(a.x, b.x) >= Math.min(p.x, q.x) &&
    Math.max(p.y, q.y) >= Math.min(a.y, b.y) &&
    Math.max(a.y, b.y) >= Math.min(p.y, q.y)
  );
}

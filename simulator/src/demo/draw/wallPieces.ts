import type { FloorPoint } from "../model.ts";

/**
 * A gap in a wall. `from` is in metres along the wall from its first end. `swing`: a leaf with its arc; `double`: two
 * leaves; `roller`, `slide` and `glass` are drawn in the wall's line; `gap` is just open; `window` is no gap at all.
 */
export interface Opening {
  from: number;
  width: number;
  kind: "swing" | "double" | "roller" | "slide" | "gap" | "window";
  /** The end of the opening that has the hinge. */
  hinge?: "first" | "second";
  /** The side it opens to, looking from the wall's first end to its second. */
  to?: "left" | "right";
}

/** The pieces of a straight wall between its openings. */
export function pieces(a: FloorPoint, b: FloorPoint, openings: readonly Opening[]): { a: FloorPoint; b: FloorPoint }[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = (d: number): FloorPoint => alongWall(a, b, d);
  const gaps = openings.filter((opening) => opening.kind !== "window").toSorted((p, q) => p.from - q.from);
  const solid: { a: FloorPoint; b: FloorPoint }[] = [];
  let done = 0;
  for (const { from, width } of gaps) {
    if (from > done + 0.01) solid.push({ a: along(done), b: along(from) });
    done = Math.max(done, from + width);
  }
  if (length > done + 0.01) solid.push({ a: along(done), b });
  return solid;
}

/** The point `d` metres along a wall. */
export function alongWall(a: FloorPoint, b: FloorPoint, d: number): FloorPoint {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * d) / length, y: a.y + ((b.y - a.y) * d) / length };
}

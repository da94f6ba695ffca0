import { isPlace, outlineArea, outlineContains, type Point } from "./outline.ts";

/** Gateways of one floor are not farther apart than this, m. */
const FLOOR_REACH_M = 2000;
/**
 * A gateway that lies farther outside of its drawn floor takes no part in positions, m. Yards and docks lie nearer; and from
 * there on, by the default law, a tag at the very edge of the floor comes in below −103 dBm, which receivers do not hear. So
 * either its place or its floor is wrong, or what it hears is not on the floor.
 */
export const YARD_M = 100;

/**
 * Gateways that cannot hear what is on their floor from where they are said to hang: farther than a yard from an outline that
 * is drawn, or so far from the middle of their floor's others that no floor reaches there, where none is.
 */
export function strayAnchors<Anchor extends Point & { floor: string }>(
  anchors: readonly Anchor[],
  floors: readonly { id: string; outline: readonly Point[] }[],
): Anchor[] {
  const drawn = new Map(floors.flatMap(({ id, outline }) => (isDrawn(outline) ? [[id, outline] as const] : [])));
  const placed = Map.groupBy(anchors.filter(isPlace), ({ floor }) => floor);
  return [...placed].flatMap(([floor, own]) => {
    const outline = drawn.get(floor);
    if (outline) return own.filter((anchor) => outsideM(outline, anchor) > YARD_M);
    const x = median(own.map((anchor) => anchor.x));
    const y = median(own.map((anchor) => anchor.y));
    return own.filter((anchor) => Math.hypot(anchor.x - x, anchor.y - y) > FLOOR_REACH_M);
  });
}

/** Whether an outline has an area; else the floor is drawn around its gateways. */
export function isDrawn(outline: readonly Point[]): boolean {
  const drawn = outline.filter(isPlace);
  return drawn.length >= 3 && outlineArea(drawn) > 1e-6;
}

/** How far outside of an outline a point lies, m; 0: inside. */
export function outsideM(outline: readonly Point[], { x, y }: Point): number {
  const ring = outline.filter(isPlace);
  if (outlineContains(ring, x, y)) return 0;
  return Math.min(...ring.map((corner, i) => toEdgeM({ x, y }, corner, ring[(i + 1) % ring.length]!)));
}

/** From a point to the segment a–b, m. */
function toEdgeM({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx ** 2 + dy ** 2 || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

import { isPlace, outlineArea, outlineContains, type Point } from "./outline.ts";
import { MODEL } from "./modelConstants.ts";

/**
 * Gateways that cannot hear what is on their floor from their stated place: farther than a yard outside the floor's
 * limit, or, if no limit is known, so far from the middle of the floor's gateways that no floor reaches there.
 */
export function strayAnchors<Anchor extends Point & { floor: string }>(
  anchors: readonly Anchor[],
  floors: readonly (Reach & { id: string })[],
): Anchor[] {
  const limits = new Map(floors.map((floor) => [floor.id, limitOf(floor)]));
  const placed = Map.groupBy(anchors.filter(isPlace), ({ floor }) => floor);
  return [...placed].flatMap(([floor, own]) => {
    const limit = limits.get(floor);
    if (limit) return own.filter((anchor) => outsideM(limit, anchor) > MODEL.yardM);
    const x = median(own.map((anchor) => anchor.x));
    const y = median(own.map((anchor) => anchor.y));
    return own.filter((anchor) => Math.hypot(anchor.x - x, anchor.y - y) > MODEL.floorReachM);
  });
}

/** What is known about how far a floor reaches. */
interface Reach {
  outline: readonly Point[];
  image?: readonly Point[];
}

/** The ring that contains all places of a floor: its drawn outline, else its plan's image; null: neither is known. */
export function limitOf({ outline, image = [] }: Reach): Point[] | null {
  return ringOf(outline) ?? ringOf(image);
}

/** The ring of these corners; null: it has no area. */
export function ringOf(corners: readonly Point[]): Point[] | null {
  const ring = corners.filter(isPlace);
  return ring.length >= 3 && outlineArea(ring) > 1e-6 ? ring : null;
}

/** How far outside an outline a point is, m; 0: inside. */
export function outsideM(outline: readonly Point[], { x, y }: Point): number {
  const ring = outline.filter(isPlace);
  if (outlineContains(ring, x, y)) return 0;
  return Math.min(...ring.map((corner, i) => toEdgeM({ x, y }, corner, ring[(i + 1) % ring.length]!)));
}

/** Distance from a point to the segment a–b, m. */
function toEdgeM({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx ** 2 + dy ** 2 || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

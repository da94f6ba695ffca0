import type { FloorPlan } from "@pulse/contract/sites";
import { type Place, toPlane, toScreen, type View } from "../camera/plane.ts";
import type { Box } from "./boxes.ts";

/** Half of what a wall takes on the screen, px. */
const halfPx = 2;
/** A slanted wall is covered by boxes for pieces of this length, px. */
const piecePx = 8;

type Line = readonly [a: Place, b: Place];

const linesOfPlan = new WeakMap<FloorPlan, readonly Line[]>();

/** The pieces of a plan's walls on the plane; cached, since pictures need them several times a second. */
function linesOf(plan: FloorPlan): readonly Line[] {
  const known = linesOfPlan.get(plan);
  if (known !== undefined) return known;
  const lines = plan.walls.flatMap(({ points }) => {
    const places = points.map(toPlane);
    return places.slice(1).map((to, nth): Line => [places[nth]!, to]);
  });
  linesOfPlan.set(plan, lines);
  return lines;
}

/** The parts of the screen that the walls of these floors take, so that no name lies over one. */
export function wallBoxes(plans: readonly FloorPlan[], view: View): Box[] {
  return plans
    .flatMap(linesOf)
    .flatMap(([a, b]) => boxesAlong(toScreen(view, a.x, a.y), toScreen(view, b.x, b.y), view));
}

function boxesAlong(a: Place, b: Place, { widthPx, heightPx }: View): Box[] {
  const isOutside =
    Math.max(a.x, b.x) < 0 || Math.max(a.y, b.y) < 0 || Math.min(a.x, b.x) > widthPx || Math.min(a.y, b.y) > heightPx;
  if (isOutside) return [];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const isSlanted = Math.min(Math.abs(dx), Math.abs(dy)) > halfPx;
  const pieces = isSlanted ? Math.ceil(Math.hypot(dx, dy) / piecePx) : 1;
  return Array.from({ length: pieces }, (_, nth) => {
    const [from, to] = [nth / pieces, (nth + 1) / pieces];
    const [xs, ys] = [
      [a.x + dx * from, a.x + dx * to],
      [a.y + dy * from, a.y + dy * to],
    ];
    return {
      left: Math.min(...xs) - halfPx,
      right: Math.max(...xs) + halfPx,
      top: Math.min(...ys) - halfPx,
      bottom: Math.max(...ys) + halfPx,
    };
  });
}

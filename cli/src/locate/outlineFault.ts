import { crossesItself } from "@pulse/geo/polygon";
import { outlineArea, type Point } from "@pulse/positioning/model/outline";

/** An area is at least this large, m², as where one is drawn (geo/src/drawingFaults.ts). */
const SMALLEST_M2 = 0.1;

/**
 * What is wrong with the outline of a floor or a room, to follow its name in a sentence; null: nothing. It may turn either
 * way; its last corner may repeat the first, and any corner the one before.
 */
export function outlineFault(corners: readonly Point[]): string | null {
  const ring = corners.filter((corner, nth) => !isSame(corner, corners.at(nth - 1)!));
  const different = new Set(corners.map(({ x, y }) => `${x} ${y}`)).size;
  if (different < 3) return `has ${different} different ${different === 1 ? "corner" : "corners"} and needs three`;
  if (isOnOneLine(ring)) return "encloses nothing";
  // Before the area is looked at, since the halves of a bow tie cancel each other out.
  if (crossesItself(ring)) return "crosses or touches itself";
  return outlineArea(ring) < SMALLEST_M2 ? "encloses nothing" : null;
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Whether no corner makes a triangle with the first and another one. */
function isOnOneLine(ring: readonly Point[]): boolean {
  const [first] = ring;
  return ring.every((corner, nth) => nth === 0 || outlineArea([first!, ring[nth - 1]!, corner]) === 0);
}

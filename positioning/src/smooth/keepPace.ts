import { FASTEST_MPS } from "./displayFilter.ts";
import { isOpen, stepOnFloor } from "./wayOnFloor.ts";
import { type FloorGrid, isOnFloor } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";

/** Where a tag was shown last, and when. */
export interface LastShown extends Point {
  floor: string;
  atMs: number;
}

/**
 * The place to show now: on the way over the floor from where the tag was shown last to where it seems to be, no farther than
 * anything goes meanwhile. News that puts it elsewhere is no leap of the thing itself. It is `last` where not even the next
 * bit of a way round has been gone since then.
 */
export function keepPace(
  last: LastShown | null,
  floor: { id: string; grid: FloorGrid },
  place: Point,
  nowMs: number,
): Point {
  if (last?.floor !== floor.id || nowMs < last.atMs) return place;
  const farM = Math.hypot(place.x - last.x, place.y - last.y);
  const mostM = (FASTEST_MPS * (nowMs - last.atMs)) / 1000;
  // Who stands outside of the floor stood on it as it was drawn before.
  if (!(farM > mostM) || !isOnFloor(floor.grid, last.x, last.y)) return place;
  const share = mostM / farM;
  const straight = { x: last.x + share * (place.x - last.x), y: last.y + share * (place.y - last.y) };
  return isOpen(floor.grid, last, place) && isOnFloor(floor.grid, straight.x, straight.y)
    ? straight
    : stepOnFloor(floor.grid, last, place, mostM);
}

import { isOpen, stepOnFloor } from "./stepOnFloor.ts";
import { type FloorGrid, isOnFloor } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";
import { SMOOTH } from "./smoothConstants.ts";

/** Where a tag was last shown, and when. */
export interface LastShown extends Point {
  floor: string;
  atMs: number;
}

/**
 * The place to show now: on the way over the floor from where the tag was last shown to where it seems to be, no
 * farther than anything goes in that time. A fix far away does not mean that the thing itself has jumped. It is `last`
 * if not even the next bit of a detour has been covered since then.
 */
export function limitSpeed(
  last: LastShown | null,
  floor: { id: string; grid: FloorGrid },
  place: Point,
  nowMs: number,
): Point {
  if (last?.floor !== floor.id || nowMs < last.atMs) return place;
  const farM = Math.hypot(place.x - last.x, place.y - last.y);
  const maxM = (SMOOTH.fastestMps * (nowMs - last.atMs)) / 1000;
  // If the last place is off the floor, the floor has been redrawn since.
  if (!(farM > maxM) || !isOnFloor(floor.grid, last.x, last.y)) return place;
  const share = maxM / farM;
  const straight = { x: last.x + share * (place.x - last.x), y: last.y + share * (place.y - last.y) };
  return isOpen(floor.grid, last, place) && isOnFloor(floor.grid, straight.x, straight.y)
    ? straight
    : stepOnFloor(floor.grid, last, place, maxM);
}

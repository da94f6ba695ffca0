import { WINDOW } from "./windowConstants.ts";

/** Where a tag seemed to be, m, and the standard deviation of that fix. */
export interface Place {
  atMs: number;
  x: number;
  y: number;
  sdM: number;
}

/** Where a tag seemed to be over the last seconds, before its dot is steadied. Oldest first, on one floor only. */
export interface Trail {
  floor: string | null;
  places: Place[];
}

export function newTrail(): Trail {
  return { floor: null, places: [] };
}

export function recordPlace(trail: Trail, floor: string, place: Place): void {
  const { places } = trail;
  const last = places.at(-1);
  if (trail.floor !== floor || (last && place.atMs < last.atMs)) places.length = 0;
  trail.floor = floor;
  // The newest place is replaced as long as it is too close in time to the one before it.
  const before = places.at(-2);
  if (before && places.at(-1)!.atMs - before.atMs < WINDOW.oneSecondMs) places.pop();
  while (places.length && places[0]!.atMs < place.atMs - WINDOW.trailMaxMs) places.shift();
  places.push(place);
}

/**
 * How far the tag seems to have gone in the last seconds, in standard deviations of a fix. Shadows do not change while
 * a tag stands, so a still tag stays within one standard deviation, however weak it is and whichever gateways hear it.
 * Null: not known.
 */
export function displacementSds({ places }: Trail, nowMs: number): number | null {
  const last = places.at(-1);
  const then = places.findLast(({ atMs }) => atMs <= nowMs - WINDOW.trailMinMs);
  if (!last || !then || then.atMs < nowMs - WINDOW.trailMaxMs) return null;
  return Math.hypot(last.x - then.x, last.y - then.y) / Math.max(last.sdM, then.sdM);
}

/** The square of the tag's speed over the last seconds, less what errors alone would give, m²/s². Null: not known. */
export function squareSpeedOf({ places }: Trail, nowMs: number): number | null {
  const last = places.at(-1);
  const then = places.findLast(({ atMs }) => atMs <= nowMs - WINDOW.trailSpeedMs);
  if (!last || !then || last.atMs === then.atMs) return null;
  const seconds = (last.atMs - then.atMs) / 1000;
  return ((last.x - then.x) ** 2 + (last.y - then.y) ** 2 - last.sdM ** 2 - then.sdM ** 2) / seconds ** 2;
}

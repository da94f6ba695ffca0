/** Where a tag seemed to be, m, and the standard deviation of that fix. */
export interface Place {
  atMs: number;
  x: number;
  y: number;
  sdM: number;
}

/** Where a tag seemed to be over the last seconds, before its dot was calmed. Oldest first; one floor alone. */
export interface Trail {
  floor: string | null;
  places: Place[];
}

/** Places are compared with what they were this long ago, and no longer than that, ms. */
const AGO_MS = 4500;
const LONGEST_MS = 7500;
/** No more than one a second is kept, ms. */
const APART_MS = 900;

export function newTrail(): Trail {
  return { floor: null, places: [] };
}

export function notePlace(trail: Trail, floor: string, place: Place): void {
  const { places } = trail;
  const last = places.at(-1);
  if (trail.floor !== floor || (last && place.atMs < last.atMs)) places.length = 0;
  trail.floor = floor;
  // The newest is replaced for as long as it is too near to the one before it.
  const before = places.at(-2);
  if (before && places.at(-1)!.atMs - before.atMs < APART_MS) places.pop();
  while (places.length && places[0]!.atMs < place.atMs - LONGEST_MS) places.shift();
  places.push(place);
}

/**
 * How far the tag has gone in the last seconds by where it seemed to be, in standard deviations of a fix. Shadows stay
 * where a tag stands, so that one that stands stays within one of them, however weak it is and whoever hears it. Null:
 * nothing is known.
 */
export function goneSds({ places }: Trail, nowMs: number): number | null {
  const last = places.at(-1);
  const then = places.findLast(({ atMs }) => atMs <= nowMs - AGO_MS);
  if (!last || !then || then.atMs < nowMs - LONGEST_MS) return null;
  return Math.hypot(last.x - then.x, last.y - then.y) / Math.max(last.sdM, then.sdM);
}

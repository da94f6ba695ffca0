import { WINDOW } from "./windowConstants.ts";

/** What is known of a tag's motion. */
export interface Motion {
  moving: boolean;
  known: boolean;
  /** Since when its motion is known, since when it is calm, and when it was last judged, ms. */
  sinceMs: number;
  calmSinceMs: number | null;
  judgedMs: number;
  /** Whether it is said to stand although its windows stay those of a moving tag, since that costs no metre if it goes on. */
  hasStopped: boolean;
  /** When the newest packet of its motion was heard, ms. */
  movedMs: number;
  /** Where it seemed to be over the last seconds, oldest first, on one floor only. */
  places: SeenPlace[];
}

/** Where a tag seemed to be, m, before its dot is steadied, and the standard deviation of that fix. */
interface SeenPlace {
  atMs: number;
  floor: string;
  x: number;
  y: number;
  sdM: number;
}

export function newMotion(): Motion {
  return {
    moving: false,
    known: false,
    sinceMs: -Infinity,
    calmSinceMs: null,
    judgedMs: -Infinity,
    hasStopped: false,
    movedMs: -Infinity,
    places: [],
  };
}

/** Remembers where a tag seems to be. */
export function recordPlace({ places }: Motion, place: SeenPlace): void {
  const last = places.at(-1);
  if (last && (last.floor !== place.floor || place.atMs < last.atMs)) places.length = 0;
  while (places.length > 0 && places[0]!.atMs < place.atMs - WINDOW.trailMaxMs) places.shift();
  places.push(place);
}

/**
 * How far the place of the tag has gone in the last seconds, in standard deviations of a fix; null: not known.
 * Shadows do not change while a tag stands, so a still tag stays within one, however weak it is and whichever gateways
 * hear it.
 */
export function displacementSds({ places }: Motion, nowMs: number, packetDb2: number): number | null {
  const last = places.at(-1);
  const then = places.findLast(({ atMs }) => atMs <= nowMs - WINDOW.trailMinMs);
  if (!last || !then || then.atMs < nowMs - WINDOW.trailMaxMs) return null;
  // Places scatter more when packets do.
  const certainty = Math.min(1, WINDOW.packetSdDb / Math.sqrt(packetDb2));
  return (certainty * Math.hypot(last.x - then.x, last.y - then.y)) / Math.max(last.sdM, then.sdM);
}

/** Records whether the tag moves from now on. */
export function setMoving(motion: Motion, moving: boolean, nowMs: number): void {
  if (motion.known && motion.moving === moving) return;
  motion.known = true;
  motion.moving = moving;
  motion.sinceMs = nowMs;
}

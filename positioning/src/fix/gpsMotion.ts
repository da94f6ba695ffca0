import type { Fix } from "./fix.ts";

/** Whether a tracker with its own GPS receiver moves. */
export interface GpsMotion {
  /** The fix that later ones are compared with; null: there is none yet. */
  from: Pick<Fix, "atMs" | "x" | "y" | "accuracyM"> | null;
  moving: boolean;
}

/** Of 30,000 pairs of fixes of one place, one is farther apart than this many of their joint 68 % radii. */
const INDEPENDENT_PARAMETERS = 3;
/** Slower places drift, faster ones jump, m/s. */
const SLOWEST_MPS = 0.3;
const FASTEST_MPS = 70;
/** A tracker that has left its place within this time may still be moving, ms. */
const LATELY_MS = 600_000;
/** One that stays this long where it was has come to rest, ms. */
const RESTS_MS = 60_000;

export function newGpsMotion(): GpsMotion {
  return { from: null, moving: false };
}

/**
 * Notes a tracker's next GPS fix and returns whether the tracker moves: whether it is farther from an earlier place than
 * the accuracies of both explain, at a speed between a walk and a train.
 */
export function updateGpsMotion(motion: GpsMotion, fix: Fix): boolean {
  const { from } = motion;
  // A fix from before the earlier one comes late, or after a clock was set back.
  if (from === null || fix.atMs < from.atMs) {
    motion.from = fix;
    motion.moving = false;
    return false;
  }
  const sinceMs = fix.atMs - from.atMs;
  if (sinceMs === 0) return motion.moving;
  const goneM = Math.hypot(fix.x - from.x, fix.y - from.y);
  const isElsewhere = goneM > INDEPENDENT_PARAMETERS * Math.hypot(fix.accuracyM, from.accuracyM);
  if (!isElsewhere && sinceMs < RESTS_MS) return motion.moving;
  const mps = (1000 * goneM) / sinceMs;
  motion.from = fix;
  motion.moving = isElsewhere && mps >= SLOWEST_MPS && mps <= FASTEST_MPS && sinceMs <= LATELY_MS;
  return motion.moving;
}

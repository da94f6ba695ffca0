import type { Fix } from "./fix.ts";
import { FIX } from "./fixConstants.ts";

/** Whether a tracker with its own GPS receiver moves. */
export interface GpsMotion {
  /** The fix that later ones are compared with; null: there is none yet. */
  from: Pick<Fix, "atMs" | "x" | "y" | "accuracyM"> | null;
  moving: boolean;
}

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
  const isElsewhere = goneM > FIX.gpsApart * Math.hypot(fix.accuracyM, from.accuracyM);
  if (!isElsewhere && sinceMs < FIX.gpsRestsMs) return motion.moving;
  const mps = (1000 * goneM) / sinceMs;
  motion.from = fix;
  motion.moving = isElsewhere && mps >= FIX.gpsSlowestMps && mps <= FIX.gpsFastestMps && sinceMs <= FIX.gpsLatelyMs;
  return motion.moving;
}

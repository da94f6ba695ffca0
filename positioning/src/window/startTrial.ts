import type { Differences } from "./compareWindows.ts";
import { setMoving, type Motion } from "./motionState.ts";
import { WINDOW } from "./windowConstants.ts";

/**
 * How the shorter and the longer windows differ, and whether the gateways agree that the tag moves (judgeMotion.ts).
 */
interface Signs {
  quick: Differences;
  slow: Differences;
  moves: boolean;
}

/**
 * Starts, continues or ends a trial: a tag that seems to start is taken for moving before that is certain. People who
 * start to walk want to see it at once, and somebody who only steps in front of a gateway is found out within seconds;
 * then no trial starts until the apparent start is over. Returns whether this settles the tag's motion for now.
 * @param windowMs how long the shorter window is: a trial lasts no longer
 */
export function startTrial(motion: Motion, { quick, slow, moves }: Signs, nowMs: number, windowMs: number): boolean {
  const score = Math.max(quick.score, slow.score);
  const isSure = score > WINDOW.trialSureNats;
  motion.isAgreed = moves || isSure;
  if (motion.trialMs !== null) {
    if (!isSure && (moves || nowMs - motion.trialMs < windowMs)) return true;
    motion.trialMs = null;
    if (isSure) return false;
    motion.failedMs = nowMs;
    setMoving(motion, false, nowMs);
    // It has been standing all the time.
    motion.sinceMs = motion.stoodSinceMs;
    return true;
  }
  if (!motion.known || motion.moving) return false;
  if (motion.failedMs !== null) {
    if (!isSure && !moves && score >= 0 && nowMs - motion.failedMs < WINDOW.trialPauseMs) return true;
    motion.failedMs = null;
  }
  const triedAt = WINDOW.trialNats + Math.max(0, quick.varianceDb2 / WINDOW.trialDb2 - 1);
  if (!moves && quick.score <= triedAt) return false;
  motion.trialMs = isSure ? null : nowMs;
  motion.stoodSinceMs = motion.sinceMs;
  motion.stillSinceMs = null;
  setMoving(motion, true, nowMs);
  return true;
}

/** Whether it moves, and not only on trial: somebody in front of a gateway must not shorten the window. */
export function isCertainlyMoving({ known, moving, trialMs, isAgreed }: Motion): boolean {
  return known && moving && (trialMs === null || isAgreed);
}

/** Forgets trials, when something else settles the tag's motion. */
export function endTrials(motion: Motion): void {
  motion.trialMs = motion.failedMs = null;
}

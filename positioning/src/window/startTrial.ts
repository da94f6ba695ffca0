import type { Differences } from "./compareWindows.ts";
import { setMoving, type Motion } from "./motionState.ts";

/**
 * How the shorter and the longer windows differ, and whether the gateways agree that the tag moves (judgeMotion.ts).
 */
interface Signs {
  quick: Differences;
  slow: Differences;
  moves: boolean;
}

/** A trial starts above this score; with few packets, higher by `MORE_BY` for each further `USUAL_DB2`, dB². */
const TRIED_AT = 0.5;
const MORE_BY = 1;
const USUAL_DB2 = 4;
/** A trial succeeds above this score. It lasts this long, ms, or as long as the shorter window if that is longer. */
const SURE_AT = 4;
const TRIAL_MS = 3000;
/** After a failed trial none starts for this long, ms, unless the score first falls below `GONE_AT`. */
const FAILED_MS = 20_000;
const GONE_AT = 0;

/**
 * Starts, continues or ends a trial: a tag that seems to start is taken for moving before that is certain. People who
 * start to walk want to see it at once, and somebody who only steps in front of a gateway is found out within seconds;
 * then no trial starts until the apparent start is over. Returns whether this settles the tag's motion for now.
 * @param windowMs how long the shorter window is
 */
export function startTrial(motion: Motion, { quick, slow, moves }: Signs, nowMs: number, windowMs: number): boolean {
  const score = Math.max(quick.score, slow.score);
  const isSure = score > SURE_AT;
  motion.isAgreed = moves || isSure;
  if (motion.trialMs !== null) {
    if (!isSure && (moves || nowMs - motion.trialMs < Math.max(TRIAL_MS, windowMs))) return true;
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
    if (!isSure && !moves && score >= GONE_AT && nowMs - motion.failedMs < FAILED_MS) return true;
    motion.failedMs = null;
  }
  const triedAt = TRIED_AT + MORE_BY * Math.max(0, quick.varianceDb2 / USUAL_DB2 - 1);
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

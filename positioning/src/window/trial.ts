import type { Differences } from "./differences.ts";
import { become, type Motion } from "./knownMotion.ts";

/** What the shorter and the longer windows say, and whether the gateways agree that it moves (motion.ts). */
interface Signs {
  quick: Differences;
  slow: Differences;
  moves: boolean;
}

/** A trial starts above the first, and at more where few packets tell: by the second for each of so much variance, dB². */
const TRIED_AT = 0.5;
const MORE_BY = 1;
const USUAL_DB2 = 4;
/** It has moved where this is exceeded before so long, ms, or the length of the shorter window. */
const SURE_AT = 4;
const TRIAL_MS = 3000;
/** After one that failed nothing is tried for so long, ms, unless what looked like a start has gone by then. */
const FAILED_MS = 20_000;
const GONE_AT = 0;

/**
 * Starts, ends or goes on with a trial: a tag that seems to start is taken for moving before that is sure. Whoever starts to
 * walk wants to be seen doing so, and somebody who steps before a gateway is found out within seconds; then nothing is tried
 * until what looked like a start has gone. Whether that is all there is to say of its motion now.
 * @param windowMs how long the shorter window is
 */
export function tryStart(motion: Motion, { quick, slow, moves }: Signs, nowMs: number, windowMs: number): boolean {
  const score = Math.max(quick.score, slow.score);
  const isSure = score > SURE_AT;
  motion.isAgreed = moves || isSure;
  if (motion.trialMs !== null) {
    if (!isSure && (moves || nowMs - motion.trialMs < Math.max(TRIAL_MS, windowMs))) return true;
    motion.trialMs = null;
    if (isSure) return false;
    motion.failedMs = nowMs;
    become(motion, false, nowMs);
    // It has stood all the time.
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
  motion.calmSinceMs = null;
  become(motion, true, nowMs);
  return true;
}

/** Whether it moves for more reasons than that it is tried: what may have been somebody before a gateway shortens no window. */
export function movesIndeed({ known, moving, trialMs, isAgreed }: Motion): boolean {
  return known && moving && (trialMs === null || isAgreed);
}

/** Forgets trials, where something else tells of its motion. */
export function endTrials(motion: Motion): void {
  motion.trialMs = motion.failedMs = null;
}

import type { PacketRate } from "./collectWindows.ts";
import { type LevelChange, levelChange } from "./levelChange.ts";
import { flaggedMotion } from "./motionFlag.ts";
import { displacementSds, type Motion, setMoving } from "./motionState.ts";
import type { SignalState } from "./signalState.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import { WINDOW } from "./windowConstants.ts";

/**
 * Judges whether the tag moves, with hysteresis: by its own flag if it sends one, else by how far its levels have
 * changed (levelChange.ts). Writes `state.motion`.
 */
export function detectMotion(site: LearningSite, state: SignalState, nowMs: number, rate: PacketRate): void {
  const { motion } = state;
  const longMs = Math.min(WINDOW.oldestMs, Math.max(WINDOW.longMs, WINDOW.motionPeriods * rate.periodMs));
  const shortMs = Math.min(longMs, Math.max(WINDOW.shortMs, WINDOW.motionPeriods * rate.periodMs));
  // After a long gap, what the tag did before no longer counts.
  if (nowMs - motion.judgedMs > longMs + 2 * rate.waitMs) {
    motion.known = motion.moving = false;
    motion.calmSinceMs = null;
    motion.hasStopped = false;
  }
  motion.judgedMs = nowMs;
  judge(state, nowMs, levelChange(site, state, nowMs, { shortMs, longMs }), rate);
  if (motion.known && motion.moving) motion.movedMs = Math.max(motion.movedMs, rate.newestMs);
}

/**
 * Somebody who steps in front of one gateway changes what it hears but hardly moves the place: so a large change counts
 * only if the place has begun to move or the gateways agree. Few gateways are exempt.
 */
function judge(
  state: SignalState,
  nowMs: number,
  { excess, agreed, gateways, packetDb2 }: LevelChange,
  rate: PacketRate,
) {
  const { motion } = state;
  const areFew = gateways < WINDOW.usualGateways;
  const doPlacesTell = placesTell(rate);
  const displacement = doPlacesTell ? displacementSds(motion, nowMs, packetDb2) : null;
  const isCalm = (areFew ? excess : agreed) < WINDOW.calmD - 1 && (displacement ?? 0) < WINDOW.calmSds;
  const levels = gateways > 0 ? { isCalm, differ: excess > 0 || !isCalm } : null;
  if (judgeByFlag(state, nowMs, levels, rate) || levels === null) return;
  const isBelieved = areFew || agreed > WINDOW.agreedD - 1 || (displacement ?? Infinity) >= WINDOW.startSds;
  if (excess > WINDOW.movingD - 1 && isBelieved) setMoving(motion, true, nowMs);
  // A first verdict from few packets of few gateways would stand for seconds.
  const isWaiting = !motion.known && areFew && doPlacesTell && displacement === null;
  settle(motion, nowMs, isCalm && !isWaiting, rate.waitMs > 0);
}

/** Whether the places of a tag say something about its motion: it is heard often, and nothing of it comes later. */
function placesTell({ shortestMs, waitMs }: PacketRate): boolean {
  return shortestMs <= WINDOW.frequentMs && waitMs === 0;
}

/**
 * Returns whether the tag's own flag settles it.
 * @param levels whether levels are calm, and whether they differ by more than those of a still tag do on average; null: no
 * gateway tells. Where nothing else is known, the first sample that moved is believed as well
 */
function judgeByFlag(
  { motion, flag }: SignalState,
  nowMs: number,
  levels: { isCalm: boolean; differ: boolean } | null,
  { periodMs }: PacketRate,
): boolean {
  if (!flag || flag.atMs > nowMs || nowMs - flag.atMs > Math.max(WINDOW.flagMs, 3 * periodMs)) return false;
  motion.hasStopped = false;
  const verdict = flaggedMotion(flag, levels?.isCalm ?? null, levels?.differ ?? !motion.known);
  if (verdict === true) motion.calmSinceMs = null;
  if (verdict !== null) setMoving(motion, verdict, nowMs);
  // One sample that contradicts what was known decides nothing. After a gap, a quiet one tells more than what gateways
  // heard before it: the tag may have gone meanwhile, and rest by now.
  return verdict !== null || motion.known || (flag.history & 1) === 0;
}

/**
 * A moving tag that is calm is soon said to have stopped, unless its gateways hand over late, and after a while taken to;
 * the first verdict needs no while.
 */
function settle(motion: Motion, nowMs: number, isCalm: boolean, isLate: boolean): void {
  motion.calmSinceMs = isCalm ? (motion.calmSinceMs ?? nowMs) : null;
  const calmMs = motion.calmSinceMs === null ? 0 : nowMs - motion.calmSinceMs;
  motion.hasStopped = calmMs >= WINDOW.stopMs && !isLate;
  if (isCalm && (!motion.known || calmMs >= WINDOW.calmMs)) setMoving(motion, false, nowMs);
}

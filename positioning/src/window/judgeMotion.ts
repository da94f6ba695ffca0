import type { PacketRate } from "./collectWindows.ts";
import { compareWindows, newDifferences, newPlacedWindows, packetScatter, placeWindows } from "./compareWindows.ts";
import { resetStopDetector, updateStopDetector } from "./stopDetector.ts";
import { setMoving } from "./motionState.ts";
import { flaggedMotion } from "./motionFlag.ts";
import { displacementSds } from "./trail.ts";
import { endTrials, startTrial } from "./startTrial.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import type { SignalState } from "./signalState.ts";
import { WINDOW } from "./windowConstants.ts";

/**
 * Judges whether the tag moves, with hysteresis: by its own flag if it sends one, by how far two adjacent windows of
 * each gateway differ (compareWindows.ts), and by how far its place has gone. A start is taken on trial (startTrial.ts)
 * before it is certain, and a walker's stop is reported (stopDetector.ts) before the windows are calm. Writes
 * `state.motion`.
 */
export function judgeMotion(model: LearningSite, state: SignalState, nowMs: number, hearing: PacketRate): void {
  judge(model, state, nowMs, hearing);
  const { motion } = state;
  if (motion.known && motion.moving) motion.movedMs = Math.max(motion.movedMs, hearing.newestMs);
}

function judge(model: LearningSite, state: SignalState, nowMs: number, hearing: PacketRate): void {
  const { motion, flag } = state;
  const isLate = hearing.waitMs > 0;
  resetAfterGap(motion, nowMs, hearing);
  placeWindows(model, state.windows, placed);
  assessMotion(model, state, nowMs, hearing, isLate);
  if (flag && flag.atMs <= nowMs && nowMs - flag.atMs <= Math.max(WINDOW.flagMs, 3 * hearing.periodMs)) {
    endTrials(motion);
    resetStopDetector(motion.stopDetector);
    // Where nothing else is known yet, the first sample that moved is believed.
    const isAllThereIs = !motion.known && evidence.isCalm === null && (flag.history & 1) === 1;
    const verdict = isAllThereIs || flaggedMotion(flag, evidence.isCalm, evidence.differ);
    if (verdict !== null) {
      setMoving(motion, verdict, nowMs);
      return;
    }
    // One sample that contradicts what was known decides nothing. After a gap, a quiet one tells more than what
    // gateways heard before it: the tag may have gone meanwhile, and rest by now.
    if (motion.known || (flag.history & 1) === 0) return;
  }
  judgeByGateways(motion, nowMs);
  const { packetDb2 } = evidence;
  const goes = motion.known && motion.moving && motion.trialMs === null;
  const heard = { nowMs, sinceMs: motion.sinceMs, periodMs: hearing.periodMs, packetDb2 };
  if (goes && !isLate && model.uses.stopDetector) updateStopDetector(motion.stopDetector, placed, state.trail, heard);
  else resetStopDetector(motion.stopDetector);
}

function judgeByGateways(motion: SignalState["motion"], nowMs: number): void {
  const { moves, isCalm } = evidence;
  if (isCalm === null) return;
  if (!evidence.mayTry) endTrials(motion);
  else if (startTrial(motion, { quick, slow, moves }, nowMs, evidence.shortMs)) return;
  if (moves) {
    motion.stillSinceMs = null;
    setMoving(motion, true, nowMs);
  } else if (isCalm) settleStill(motion, nowMs, evidence.isSure);
  else motion.stillSinceMs = null;
}

/** Scratch space of the module: the windows, both comparisons of them, and what these and the places say together. */
const placed = newPlacedWindows();
const slow = newDifferences();
const quick = newDifferences();
const evidence = {
  moves: false,
  /** Null: not known. */
  isCalm: null as boolean | null,
  /** Whether levels differ by more than those of a still tag do on average. */
  differ: false,
  isSure: false,
  mayTry: false,
  shortMs: 0,
  /** Variance of the tag's packets, dB². */
  packetDb2: 0,
};

/**
 * Writes to `evidence` what gateways and places say about the tag's motion. Somebody who steps in front of one gateway
 * changes what it hears but hardly moves the place: so D above its threshold counts only if the place has begun to move
 * or the gateways agree. Few gateways are exempt. A place that has gone far counts unless gateways contradict: none of
 * them hears enough of a weak, fast tag both before and after.
 */
function assessMotion(
  model: LearningSite,
  state: SignalState,
  nowMs: number,
  hearing: PacketRate,
  isLate: boolean,
): void {
  compare(state, nowMs, hearing, isLate);
  const d = Math.max(slow.d, quick.d);
  const agreed = Math.max(slow.agreed, quick.agreed);
  const areFew = Math.max(slow.gateways, quick.gateways) < WINDOW.usualGateways;
  const doPlacesTell = placesTell(model, hearing, isLate);
  const displacement = doPlacesTell ? displacementSds(state.trail, nowMs) : 0;
  // Places scatter more when packets do.
  const sds = (displacement ?? 0) * Math.min(1, WINDOW.packetSdDb / Math.sqrt(evidence.packetDb2));
  const mayHaveMoved = !doPlacesTell || displacement === null || sds >= WINDOW.startSds;
  const isBelieved = areFew || mayHaveMoved || agreed > WINDOW.agreedD - 1;
  const differsLittle = areFew ? d < WINDOW.calmD - 1 : agreed < WINDOW.agreedCalmD - 1;
  evidence.moves = (d > WINDOW.movingD - 1 && isBelieved) || (sds > WINDOW.displacementSds && d > WINDOW.calmD - 1);
  evidence.isCalm = d === -Infinity ? null : differsLittle && sds < WINDOW.calmSds;
  evidence.differ = d > 0 || evidence.isCalm === false;
  // A first verdict of calm, from few packets of few gateways, would stand for seconds.
  evidence.isSure = displacement !== null || !areFew;
  evidence.mayTry = !areFew && !isLate && model.uses.startTrial;
}

/** Whether the places of a tag say something about its motion: it is heard often, and nothing of it comes later. */
function placesTell({ uses }: LearningSite, { shortestMs }: PacketRate, isLate: boolean): boolean {
  return shortestMs <= WINDOW.frequentMs && !isLate && uses.displacement;
}

/** Compares the windows into `slow` and `quick`. */
function compare({ motion, trail }: SignalState, nowMs: number, { periodMs }: PacketRate, isLate: boolean): void {
  const longMs = Math.min(WINDOW.oldestMs, Math.max(WINDOW.longMs, WINDOW.motionPeriods * periodMs));
  const shortMs = Math.min(longMs, Math.max(WINDOW.shortMs, WINDOW.motionPeriods * periodMs));
  const earlyMs = Math.min(WINDOW.earlyWindows * shortMs, 2 * longMs - shortMs);
  const packetDb2 = packetScatter(placed, nowMs - 2 * longMs);
  // A tag known to move is not tested for a start.
  const mayStart = !isLate && (!motion.moving || motion.trialMs !== null);
  const from = mayStart ? (trail.places.at(-1) ?? null) : null;
  compareWindows(placed, { nowMs, lateMs: longMs, earlyMs: longMs }, packetDb2, from, slow);
  compareWindows(placed, { nowMs, lateMs: shortMs, earlyMs }, packetDb2, from, quick);
  evidence.shortMs = shortMs;
  evidence.packetDb2 = packetDb2;
}

/** Makes the tag still after a while of calm, or at once if nothing is known yet and the calm is certain. */
function settleStill(motion: SignalState["motion"], nowMs: number, isSure: boolean): void {
  motion.stillSinceMs ??= nowMs;
  if ((!motion.known && isSure) || nowMs - motion.stillSinceMs >= WINDOW.calmMs) setMoving(motion, false, nowMs);
}

/** After a long gap, what the tag did before no longer counts. */
function resetAfterGap(motion: SignalState["motion"], nowMs: number, { periodMs, waitMs }: PacketRate): void {
  if (nowMs - motion.judgedMs > Math.max(WINDOW.longMs, WINDOW.motionPeriods * periodMs) + 2 * waitMs) {
    motion.known = motion.moving = false;
    motion.stillSinceMs = null;
    endTrials(motion);
  }
  motion.judgedMs = nowMs;
}

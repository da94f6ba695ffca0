import { FREQUENT_MS, type PacketRate } from "./collectWindows.ts";
import { compareWindows, newDifferences, packetScatter, USUAL_GATEWAYS } from "./compareWindows.ts";
import { resetStopDetector, updateStopDetector } from "./stopDetector.ts";
import { setMoving } from "./motionState.ts";
import { flaggedMotion } from "./motionFlag.ts";
import { PACKET_SD_DB } from "./packetMean.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { displacementSds } from "./trail.ts";
import { endTrials, startTrial } from "./startTrial.ts";
import { usualLagMs } from "./uploads.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import type { SignalState } from "./signalState.ts";

/**
 * The windows that are compared, in milliseconds and in the tag's own periods: a long pair to detect a stroll, and for
 * a start a short window after as long an early one as there is.
 */
const LONG_MS = 8000;
const LONG_PERIODS = 4;
const SHORT_MS = 3000;
const SHORT_PERIODS = 4;
const BEFORE = 4;
const LONGEST_WINDOW_MS = 120_000;
/** Above the first, D means moving at once; below the second it means calm. */
const MOVING_AT = 2.8;
const CALM_BELOW = 1.7;
const CALM_MS = 6000;
/**
 * Somebody who steps in front of one gateway changes what it hears but hardly moves the place. So D above its threshold
 * means moving only if the place has begun to move (standard deviations of a fix) or the gateways agree: D with each
 * part capped is above `AGREED_AT`; below `AGREED_CALM_BELOW` it is calm. Few gateways are exempt.
 */
const STARTED_SDS = 0.7;
const AGREED_AT = 2.6;
const AGREED_CALM_BELOW = 2;
/** A gap that is longer than the tag's usual ones. */
const SILENT_MS = 8_000;
const SILENT_PERIODS = 4;
/**
 * A tag whose place has gone this far within seconds (standard deviations of a fix) moves, unless its gateways
 * contradict: none of them hears enough of a weak, fast tag both before and after.
 */
const DISPLACED_SDS = 2;
const GONE_AT = 1.7;
/** A calm tag stays within this. */
const CALM_SDS = 1.5;
/** A tag's own flag counts while it is this fresh. */
const FLAG_MS = 30_000;

/**
 * Judges whether the tag moves, with hysteresis: by its own flag if it sends one, by how far two adjacent windows of
 * each gateway differ (compareWindows.ts), and by how far its place has gone. A start is taken on trial (startTrial.ts)
 * before it is certain, and a walker's stop is reported (stopDetector.ts) before the windows are calm. Writes
 * `state.motion`.
 */
export function judgeMotion(model: LearningSite, state: SignalState, nowMs: number, hearing: PacketRate): void {
  judge(model, state, nowMs, hearing);
  const { motion } = state;
  if (motion.known && motion.moving) motion.movedMs = Math.max(motion.movedMs, newestPacketMs(state.windows, nowMs));
}

function newestPacketMs(windows: Map<string, RssiWindow>, nowMs: number): number {
  let newestMs = -Infinity;
  for (const { count, atMs } of windows.values())
    if (count && atMs[count - 1]! <= nowMs) newestMs = Math.max(newestMs, atMs[count - 1]!);
  return newestMs;
}

function judge(model: LearningSite, state: SignalState, nowMs: number, hearing: PacketRate): void {
  const { motion, flag } = state;
  const lagMs = usualLagMs(model.anchors, state.windows);
  resetAfterGap(motion, nowMs, hearing.periodMs, lagMs);
  assessMotion(model, state, nowMs, hearing, lagMs > 0);
  if (flag && flag.atMs <= nowMs && nowMs - flag.atMs <= Math.max(FLAG_MS, 3 * hearing.periodMs)) {
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
  if (goes && lagMs === 0 && model.uses.stopDetector) updateStopDetector(motion.stopDetector, model, state, heard);
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

/** Scratch space of the module: both comparisons of windows, and what these and the places say together. */
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

/** Writes to `evidence` what gateways and places say about the tag's motion. */
function assessMotion(
  model: LearningSite,
  state: SignalState,
  nowMs: number,
  hearing: PacketRate,
  isLate: boolean,
): void {
  compare(model, state, nowMs, hearing, isLate);
  const d = Math.max(slow.d, quick.d);
  const agreed = Math.max(slow.agreed, quick.agreed);
  const areFew = Math.max(slow.gateways, quick.gateways) < USUAL_GATEWAYS;
  const doPlacesTell = placesTell(model, hearing, isLate);
  const gone = doPlacesTell ? displacementSds(state.trail, nowMs) : 0;
  // Places scatter more when packets do.
  const sds = (gone ?? 0) * Math.min(1, PACKET_SD_DB / Math.sqrt(evidence.packetDb2));
  const mayHaveMoved = !doPlacesTell || gone === null || sds >= STARTED_SDS;
  const isBelieved = areFew || mayHaveMoved || agreed > AGREED_AT - 1;
  const differsLittle = areFew ? d < CALM_BELOW - 1 : agreed < AGREED_CALM_BELOW - 1;
  evidence.moves = (d > MOVING_AT - 1 && isBelieved) || (sds > DISPLACED_SDS && d > GONE_AT - 1);
  evidence.isCalm = d === -Infinity ? null : differsLittle && sds < CALM_SDS;
  evidence.differ = d > 0 || evidence.isCalm === false;
  // A first verdict of calm, from few packets of few gateways, would stand for seconds.
  evidence.isSure = gone !== null || !areFew;
  evidence.mayTry = !areFew && !isLate && model.uses.startTrial;
}

/** Whether the places of a tag say something about its motion: it is heard often, and nothing of it comes later. */
function placesTell({ uses }: LearningSite, { shortestMs }: PacketRate, isLate: boolean): boolean {
  return shortestMs <= FREQUENT_MS && !isLate && uses.displacement;
}

/** Compares the windows into `slow` and `quick`. */
function compare(
  model: LearningSite,
  { windows, motion, trail }: SignalState,
  nowMs: number,
  { periodMs }: PacketRate,
  isLate: boolean,
): void {
  const longMs = Math.min(LONGEST_WINDOW_MS, Math.max(LONG_MS, LONG_PERIODS * periodMs));
  const shortMs = Math.min(longMs, Math.max(SHORT_MS, SHORT_PERIODS * periodMs));
  const earlyMs = Math.min(BEFORE * shortMs, 2 * longMs - shortMs);
  const packetDb2 = packetScatter(model, windows, nowMs - 2 * longMs);
  // A tag known to move is not tested for a start.
  const mayStart = !isLate && (!motion.moving || motion.trialMs !== null);
  const from = mayStart ? (trail.places.at(-1) ?? null) : null;
  compareWindows(model, windows, { nowMs, lateMs: longMs, earlyMs: longMs }, packetDb2, from, slow);
  compareWindows(model, windows, { nowMs, lateMs: shortMs, earlyMs }, packetDb2, from, quick);
  evidence.shortMs = shortMs;
  evidence.packetDb2 = packetDb2;
}

/** Makes the tag still after a while of calm, or at once if nothing is known yet and the calm is certain. */
function settleStill(motion: SignalState["motion"], nowMs: number, isSure: boolean): void {
  motion.stillSinceMs ??= nowMs;
  if ((!motion.known && isSure) || nowMs - motion.stillSinceMs >= CALM_MS) setMoving(motion, false, nowMs);
}

/** After a long gap, what the tag did before no longer counts. */
function resetAfterGap(motion: SignalState["motion"], nowMs: number, periodMs: number, lagMs: number): void {
  if (nowMs - motion.judgedMs > Math.max(SILENT_MS, SILENT_PERIODS * periodMs) + 2 * lagMs) {
    motion.known = motion.moving = false;
    motion.stillSinceMs = null;
    endTrials(motion);
  }
  motion.judgedMs = nowMs;
}

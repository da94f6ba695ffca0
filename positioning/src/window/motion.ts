import { flaggedMotion } from "./motionFlag.ts";
import { PACKET_SD_DB } from "./packetMean.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { goneSds } from "./trail.ts";
import type { Hearing } from "./collect.ts";
import { coveredUntil } from "./uploads.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";

/**
 * The windows that are compared, by age and in the tag's own periods: a long pair for a stroll, and for a start a short
 * one with as much of what was before as there is.
 */
const LONG_MS = 8000;
const LONG_PERIODS = 4;
const SHORT_MS = 3000;
const SHORT_PERIODS = 4;
const BEFORE = 4;
const LONGEST_WINDOW_MS = 120_000;
/** D above the first says moving at once; below the second it is calm. */
const MOVING_AT = 2.8;
const CALM_BELOW = 1.7;
const CALM_MS = 6000;
/**
 * Somebody who steps before one gateway changes what that one hears and the place but little. So D above its threshold
 * says moving only where the place has begun to go, standard deviations of a fix, or gateways agree: D to which none adds
 * more than it may is above the third; below the last that is calm. Few gateways cannot be asked so.
 */
const BEGUN_SDS = 0.7;
const MOST_OF_ONE = 5;
const AGREED_AT = 2.6;
const AGREED_CALM_BELOW = 2;
/** Few gateways scatter more: what is above 1 in the thresholds holds for this many. */
const USUAL_GATEWAYS = 5;
/** What a still tag's windows differ by for reasons of their own (people, doors), however many packets there are, dB. */
const DRIFT_DB = 0.7;
/** A tag's own scatter is learned from packets that follow each other within this; the usual one counts as so many. */
const NEIGHBOURS_MS = 1500;
const USUAL_COUNTS = 12;
/** A gateway that heard so many packets in one window and none in the other hears the tag no more; and says so much at most. */
const GONE_PACKETS = 4;
const MOST_GONE = 4;
/** A tag that was not heard this far back by anybody has only just come, and has not gone from one gateway to another. */
const KNOWN_BEFORE = 0.8;
/** Gateways have come or gone only where all together heard the tag about as often before as now. */
const STEADY = 0.5;
/** A silence that is longer than the tag's usual ones. */
const SILENT_MS = 8_000;
const SILENT_PERIODS = 4;
/**
 * A tag whose place has gone so far within seconds moves where its gateways do not deny it, standard deviations of a fix:
 * of a weak one in fast motion none of them hears enough both before and after.
 */
const GONE_SDS = 2;
const GONE_AT = 1.7;
/** One that is calm stays within this. */
const CALM_SDS = 1.5;
/** Places of tags that advertise less often come and go with single packets. */
const OFTEN_MS = 800;
/** A tag's own flag counts while it is this fresh. */
const FLAG_MS = 30_000;

/**
 * Judges whether the tag moves: by its own flag where it sends one, and by how far two adjacent windows of each
 * gateway differ, D = mean of (m₁ − m₂)² / (σ²(1/n₁ + 1/n₂) + drift²), and how far its place has gone, with hysteresis.
 * Writes `state.motion`.
 */
export function judgeMotion(model: SiteModel, state: TrackerState, nowMs: number, hearing: Hearing): void {
  judge(model, state, nowMs, hearing);
  const { motion } = state;
  if (motion.known && motion.moving) motion.movedMs = Math.max(motion.movedMs, newestHeardMs(state.windows, nowMs));
}

function newestHeardMs(windows: Map<string, RssiWindow>, nowMs: number): number {
  let newestMs = -Infinity;
  for (const { count, atMs } of windows.values())
    if (count && atMs[count - 1]! <= nowMs) newestMs = Math.max(newestMs, atMs[count - 1]!);
  return newestMs;
}

function judge(model: SiteModel, state: TrackerState, nowMs: number, hearing: Hearing): void {
  const { motion, flag } = state;
  forgetIfSilent(state, nowMs, hearing.periodMs);
  const { moves, calm, isSure } = evidenceOf(model, state, nowMs, hearing);
  if (flag && flag.atMs <= nowMs && nowMs - flag.atMs <= Math.max(FLAG_MS, 3 * hearing.periodMs)) {
    const verdict = flaggedMotion(flag, calm);
    if (verdict !== null) {
      become(motion, verdict, nowMs);
      return;
    }
    // One sample that contradicts what was known decides nothing.
    if (motion.known) return;
  }
  if (calm === null) return;
  if (moves) {
    motion.calmSinceMs = null;
    become(motion, true, nowMs);
  } else if (calm) becomeCalm(motion, nowMs, isSure);
  else motion.calmSinceMs = null;
}

/** What gateways and places say of its motion; `calm` null: nothing. */
function evidenceOf(
  model: SiteModel,
  state: TrackerState,
  nowMs: number,
  { periodMs, shortestMs }: Hearing,
): { moves: boolean; calm: boolean | null; isSure: boolean } {
  const long = Math.min(LONGEST_WINDOW_MS, Math.max(LONG_MS, LONG_PERIODS * periodMs));
  const short = Math.min(long, Math.max(SHORT_MS, SHORT_PERIODS * periodMs));
  const packetDb2 = packetScatter(model, state.windows, nowMs - 2 * long);
  heard.gateways = 0;
  const slow = excess(model, state.windows, nowMs, long, long, packetDb2);
  const quick = excess(model, state.windows, nowMs, short, Math.min(BEFORE * short, 2 * long - short), packetDb2);
  const d = Math.max(slow.d, quick.d);
  const agreed = Math.max(slow.agreed, quick.agreed);
  const areFew = heard.gateways < USUAL_GATEWAYS;
  const doPlacesTell = placesTell(state, shortestMs);
  const gone = doPlacesTell ? goneSds(state.trail, nowMs) : 0;
  // Packets that scatter more than usual scatter places.
  const sds = (gone ?? 0) * Math.min(1, PACKET_SD_DB / Math.sqrt(packetDb2));
  const mayHaveGone = !doPlacesTell || gone === null || sds >= BEGUN_SDS;
  const isBelieved = areFew || mayHaveGone || agreed > AGREED_AT - 1;
  const differsLittle = areFew ? d < CALM_BELOW - 1 : agreed < AGREED_CALM_BELOW - 1;
  return {
    moves: (d > MOVING_AT - 1 && isBelieved) || (sds > GONE_SDS && d > GONE_AT - 1),
    calm: d === -Infinity ? null : differsLittle && sds < CALM_SDS,
    // A first verdict of calm from few gateways' few packets would hold for seconds.
    isSure: gone !== null || !areFew,
  };
}

/** Still after a while of calm; where nothing is known yet, at once if it is sure. */
function becomeCalm(motion: TrackerState["motion"], nowMs: number, isSure: boolean): void {
  motion.calmSinceMs ??= nowMs;
  if ((!motion.known && isSure) || nowMs - motion.calmSinceMs >= CALM_MS) become(motion, false, nowMs);
}

/** Whether its last places tell how far it has gone: not where they come rarely or late. */
function placesTell({ windows }: TrackerState, shortestMs: number): boolean {
  if (shortestMs > OFTEN_MS) return false;
  for (const { lagMs } of windows.values()) if (lagMs > 0) return false;
  return true;
}

/** What a tag did before it was not heard for long, it need not do now. */
function forgetIfSilent({ motion, windows }: TrackerState, nowMs: number, periodMs: number): void {
  let lagMs = 0;
  for (const window of windows.values()) lagMs = Math.max(lagMs, window.lagMs);
  if (nowMs - motion.judgedMs > Math.max(SILENT_MS, SILENT_PERIODS * periodMs) + 2 * lagMs) {
    motion.known = motion.moving = false;
    motion.calmSinceMs = null;
  }
  motion.judgedMs = nowMs;
}

function become(motion: TrackerState["motion"], moving: boolean, nowMs: number): void {
  if (motion.known && motion.moving === moving) return;
  motion.known = true;
  motion.moving = moving;
  motion.sinceMs = nowMs;
}

/** Variance of this tag's packets around their mean, dB²: half the mean square of the steps between neighbours. */
function packetScatter(model: SiteModel, windows: Map<string, RssiWindow>, fromMs: number): number {
  let squares = USUAL_COUNTS * PACKET_SD_DB ** 2;
  let counts = USUAL_COUNTS;
  for (const [anchorId, { count, atMs, rssi }] of windows) {
    if (!model.anchors.has(anchorId)) continue;
    for (let i = count - 1; i > 0 && atMs[i - 1]! > fromMs; i--) {
      if (atMs[i]! - atMs[i - 1]! > NEIGHBOURS_MS) continue;
      squares += (rssi[i]! - rssi[i - 1]!) ** 2 / 2;
      counts++;
    }
  }
  return squares / counts;
}

/**
 * How far D is above 1, which a still tag has, as if there were the usual number of gateways, and D to which no gateway
 * adds more than it may; −∞ where none tells.
 */
function excess(
  model: SiteModel,
  windows: Map<string, RssiWindow>,
  nowMs: number,
  windowMs: number,
  earlyMs: number,
  packetDb2: number,
): { d: number; agreed: number } {
  let total = 0;
  let agreed = 0;
  let gateways = 0;
  let gone = 0;
  let goneGateways = 0;
  heard.late = heard.early = 0;
  const isKnown = firstHeardMs(windows) <= nowMs - windowMs - KNOWN_BEFORE * earlyMs;
  for (const [anchorId, window] of windows) {
    const anchor = model.anchors.get(anchorId);
    // What changes with a gateway that moves says nothing of the tag.
    if (!anchor || anchor.validUntilMs < Infinity) continue;
    // Where uploads are late an empty window is one that has not come yet.
    const faintestDbm = isKnown && anchor.lagMs === 0 ? model.work.faintestDbm : null;
    const d = differenceWithin(window, coveredUntil(anchor, nowMs), windowMs, earlyMs, packetDb2, faintestDbm);
    if (d === null) continue;
    if (heard.isGone) {
      gone += d;
      goneGateways++;
    } else {
      total += d;
      agreed += Math.min(d, MOST_OF_ONE);
      gateways++;
    }
  }
  // After a silence of all gateways (a restart, a broken line) none has come or gone.
  const lateRate = heard.late / windowMs;
  const earlyRate = heard.early / earlyMs;
  if (Math.min(lateRate, earlyRate) >= STEADY * Math.max(lateRate, earlyRate)) {
    total += gone;
    agreed += gone;
    gateways += goneGateways;
  }
  if (!gateways) return NOTHING;
  heard.gateways = Math.max(heard.gateways, gateways);
  const share = Math.min(1, Math.sqrt(gateways / USUAL_GATEWAYS));
  return { d: (total / gateways - 1) * share, agreed: (agreed / gateways - 1) * share };
}

const NOTHING = { d: -Infinity, agreed: -Infinity };

/** What the windows of all gateways held, and whether the last one had packets on one side alone. One for the module. */
const heard = { late: 0, early: 0, isGone: false, gateways: 0 };

function firstHeardMs(windows: Map<string, RssiWindow>): number {
  let firstMs = Infinity;
  for (const { count, atMs } of windows.values()) if (count) firstMs = Math.min(firstMs, atMs[0]!);
  return firstMs;
}

/**
 * What one gateway says of it; null where it has too few packets in either window.
 * @param faintestDbm what an empty window counts as; null: as nothing
 */
function differenceWithin(
  { count, atMs, rssi }: RssiWindow,
  untilMs: number,
  windowMs: number,
  earlyMs: number,
  packetDb2: number,
  faintestDbm: number | null,
): number | null {
  let late = 0;
  let lateDbm = 0;
  let early = 0;
  let earlyDbm = 0;
  for (let i = count - 1; i >= 0 && atMs[i]! > untilMs - windowMs - earlyMs; i--) {
    if (atMs[i]! > untilMs) continue;
    if (atMs[i]! > untilMs - windowMs) {
      late++;
      lateDbm += rssi[i]!;
    } else {
      early++;
      earlyDbm += rssi[i]!;
    }
  }
  heard.late += late;
  heard.early += early;
  heard.isGone = false;
  if (late * early === 0 && late + early >= GONE_PACKETS && faintestDbm !== null) {
    const aboveDb = (lateDbm + earlyDbm) / (late + early) - faintestDbm;
    heard.isGone = true;
    // Near the faintest packet nothing can be said.
    return aboveDb > 0 ? Math.min(MOST_GONE, aboveDb ** 2 / (packetDb2 * (2 / (late + early)) + DRIFT_DB ** 2)) : null;
  }
  if (late < 2 || early < 2) return null;
  return (lateDbm / late - earlyDbm / early) ** 2 / (packetDb2 * (1 / late + 1 / early) + DRIFT_DB ** 2);
}

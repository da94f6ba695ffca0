import { shiftsFor } from "./frameStrength.ts";
import { addMeasurement, clear, type Measurements } from "./measurements.ts";
import { windowStats, type WindowStats } from "./rssiWindow.ts";
import { coveredUntil, learnUploads } from "./uploads.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import type { SignalState } from "./signalState.ts";
import { WINDOW } from "./windowConstants.ts";

const gaps = new Float64Array(256);
const stats: WindowStats = { count: 0, meanDbm: 0, faintestDbm: 0, middleMs: 0 };

/** How often gateways hear a tag, and how late they hand over what they hear, ms. */
export interface PacketRate {
  /** Usually: the median of the gateways' mean gaps. */
  periodMs: number;
  /** At the gateway that hears it most often: packets that only the others miss are no pause of the tag. */
  shortestMs: number;
  /** The longest usual wait of those gateways before they hand packets over (uploads.ts). */
  waitMs: number;
  /** When the newest of the packets was heard; -Infinity: none was. */
  newestMs: number;
}

/** How often gateways hear the tag now. */
export function packetRateOf({ anchors }: LearningSite, state: SignalState, nowMs: number): PacketRate {
  let count = 0;
  let shortestMs = Infinity;
  let waitMs = 0;
  let newestMs = -Infinity;
  for (const [anchorId, window] of state.windows) {
    const lagMs = anchors.get(anchorId)?.lagMs ?? 0;
    const oldestMs = nowMs - WINDOW.oldestMs - lagMs;
    if (lagMs > waitMs) waitMs = lagMs;
    let newest = window.count - 1;
    while (newest >= 0 && window.atMs[newest]! > nowMs) newest--;
    if (newest >= 0 && window.atMs[newest]! > newestMs) newestMs = window.atMs[newest]!;
    const oldest = Math.max(0, newest - WINDOW.periodPackets + 1);
    if (newest - oldest < 1 || window.atMs[newest]! < oldestMs) continue;
    const gapMs = (window.atMs[newest]! - window.atMs[oldest]!) / (newest - oldest);
    if (!(gapMs > 0) || count === gaps.length) continue;
    gaps[count++] = gapMs;
    if (newest - oldest >= WINDOW.sureGaps) shortestMs = Math.min(shortestMs, gapMs);
  }
  const periodMs = count ? gaps.subarray(0, count).sort()[(count - 1) >> 1]! : WINDOW.usualPeriodMs;
  return { periodMs, shortestMs: Math.min(periodMs, shortestMs), waitMs, newestMs };
}

/** The span and number of packets used for a fix now: limited in both, since a tag may advertise only every 40 s. */
export interface WindowRule {
  spanMs: number;
  packets: number;
  /** Packets from before this are of another place; they are ignored where the gateway has newer ones, ms. */
  sinceMs?: number;
}

export function windowRule(
  moving: boolean,
  still: boolean,
  periodMs: number,
  fixedSpanMs: number | null,
  speedMps = 0,
): WindowRule {
  if (fixedSpanMs !== null) return { spanMs: fixedSpanMs, packets: Infinity };
  if (still) {
    return {
      spanMs: Math.min(WINDOW.oldestMs, Math.max(2 * WINDOW.shortestMs, WINDOW.stillPackets * periodMs)),
      packets: WINDOW.stillPackets,
    };
  }
  const oldest = moving ? WINDOW.movingOldestMs : WINDOW.oldestMs;
  const shortest = moving
    ? Math.max(WINDOW.shortestFastMs, Math.min(WINDOW.shortestMs, (1000 * WINDOW.smearM) / speedMps))
    : WINDOW.shortestMs;
  const periods = shortest < WINDOW.shortestMs ? WINDOW.fastPeriods : WINDOW.periods;
  return { spanMs: Math.min(oldest, Math.max(shortest, periods * periodMs)), packets: WINDOW.movingPackets };
}

/**
 * Fills `m` with what each gateway of the site heard within the rule, up to its last upload, and forgets gateways long
 * silent.
 */
export function collectWindows(
  model: LearningSite,
  state: SignalState,
  nowMs: number,
  rule: WindowRule,
  m: Measurements,
): void {
  clear(m);
  const { sinceMs = -Infinity } = rule;
  for (const [anchorId, window] of state.windows) {
    const newestMs = window.count ? window.atMs[window.count - 1]! : -Infinity;
    const anchor = model.anchors.get(anchorId);
    if (newestMs <= nowMs - WINDOW.forgetMs - (anchor?.lagMs ?? 0)) {
      state.windows.delete(anchorId);
      continue;
    }
    if (!anchor || nowMs > anchor.validUntilMs) continue;
    if (newestMs <= nowMs) learnUploads(anchor, window, newestMs, nowMs);
    const untilMs = coveredUntil(anchor, nowMs);
    const fromMs = untilMs - rule.spanMs;
    const shiftsDb = shiftsFor(window, state.frames);
    windowStats(window, shiftsDb, Math.max(fromMs, sinceMs), untilMs, rule.packets, stats);
    if (!stats.count && sinceMs > fromMs) windowStats(window, shiftsDb, fromMs, untilMs, rule.packets, stats);
    if (!stats.count) continue;
    if (stats.faintestDbm < model.learning.faintestDbm) model.learning.faintestDbm = stats.faintestDbm;
    addMeasurement(m, anchor, stats.meanDbm, stats.count, stats.middleMs);
  }
}

/** Fills `m` with what the gateways of a floor heard in one span of time, ignoring anything newer. */
export function collectSpan(
  model: LearningSite,
  state: SignalState,
  floor: PlacedFloor,
  fromMs: number,
  untilMs: number,
  m: Measurements,
): void {
  clear(m);
  for (const [anchorId, window] of state.windows) {
    const anchor = model.anchors.get(anchorId);
    if (!anchor || anchor.floor !== floor || untilMs > anchor.validUntilMs) continue;
    windowStats(window, shiftsFor(window, state.frames), fromMs, untilMs, Infinity, stats);
    if (stats.count) addMeasurement(m, anchor, stats.meanDbm, stats.count, stats.middleMs);
  }
}

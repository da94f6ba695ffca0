import { PACKET_SD_DB } from "./packetMean.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { coveredUntil } from "./uploads.ts";
import type { LearningSite } from "../model/siteLearning.ts";

/** How two adjacent windows of a tag differ, over all its gateways. */
export interface Differences {
  /**
   * How far D = mean of (m₁ − m₂)² / (σ²(1/n₁ + 1/n₂) + drift²) exceeds 1, its mean for a still tag; scaled down if
   * fewer gateways than usual hear the tag; −∞: none does.
   */
  d: number;
  /** The same with each gateway's part capped. */
  agreed: number;
  gateways: number;
}

/** Which windows: the late one ends now and is preceded by the early one, ms. */
export interface Spans {
  nowMs: number;
  lateMs: number;
  earlyMs: number;
}

/** The most that one gateway adds to D where gateways have to agree. */
const MAX_OF_ONE = 5;
/** The thresholds' excess above 1 is meant for this many gateways: with fewer, D scatters more. */
export const USUAL_GATEWAYS = 5;
/** How much two windows of a still tag differ because of people and doors, however many packets there are, dB. */
const DRIFT_DB = 0.7;
/** A tag's own scatter is learned from packets at most this far apart; the usual one counts as so many. */
const NEIGHBOURS_MS = 1500;
const USUAL_COUNTS = 12;
/**
 * Some receivers report their last packet again and again (phones do between two scans). A packet equals the one before
 * in 8 % of cases with 3.8 dB of scatter, in 38 % with tetam's tags on tripods, in 83 to 98 % with such receivers
 * (three sets).
 */
const REPEATED = 0.6;
/** With fewer neighbours the share tells nothing. */
const MIN_NEIGHBOURS = 8;
/** One packet is taken to be reported at most this often. */
const MAX_TIMES = 2;
/** Packets in one window, with none in the other, of a gateway that gained or lost the tag; it adds at most this. */
const GONE_PACKETS = 4;
const MAX_GONE = 4;
/** A tag not heard this far back in the early window has only just appeared: it did not change gateways. */
const KNOWN_BEFORE = 0.8;
/** Gateways count as gained or lost only if all together heard the tag about as often before as now. */
const STEADY = 0.5;

export function newDifferences(): Differences {
  return { d: -Infinity, agreed: -Infinity, gateways: 0 };
}

/**
 * Variance of this tag's packets around their mean, dB²: half the mean square of the steps between neighbours. Where
 * packets are reported several times, it is larger by as much as their mean is worse.
 */
export function packetScatter(model: LearningSite, windows: Map<string, RssiWindow>, fromMs: number): number {
  let squares = 0;
  let neighbours = 0;
  let repeats = 0;
  for (const [anchorId, { count, atMs, rssi, holdsMeans }] of windows) {
    if (!model.anchors.has(anchorId)) continue;
    for (let i = count - 1; i > 0 && atMs[i - 1]! > fromMs; i--) {
      if (atMs[i]! - atMs[i - 1]! > NEIGHBOURS_MS) continue;
      squares += (rssi[i]! - rssi[i - 1]!) ** 2 / 2;
      neighbours++;
      if (rssi[i] === rssi[i - 1] && !holdsMeans) repeats++;
    }
  }
  const isRepeated = neighbours >= MIN_NEIGHBOURS && repeats >= REPEATED * neighbours;
  const steps = isRepeated ? neighbours - repeats : neighbours;
  const times = isRepeated ? Math.min(MAX_TIMES, neighbours / Math.max(1, steps)) : 1;
  return (times * (USUAL_COUNTS * PACKET_SD_DB ** 2 + squares)) / (USUAL_COUNTS + steps);
}

/** Scratch space of the module: packet counts of both windows over all gateways, and the result of one gateway. */
const heard = { late: 0, early: 0, hasDisappeared: false };

/** Compares the windows and writes the result to `out`. */
export function compareWindows(
  model: LearningSite,
  windows: Map<string, RssiWindow>,
  spans: Spans,
  packetDb2: number,
  out: Differences,
): void {
  const { nowMs, lateMs, earlyMs } = spans;
  let total = 0;
  let agreed = 0;
  let gateways = 0;
  let gone = 0;
  let lostGateways = 0;
  heard.late = heard.early = 0;
  const isKnown = firstPacketMs(windows) <= nowMs - lateMs - KNOWN_BEFORE * earlyMs;
  for (const [anchorId, window] of windows) {
    const anchor = model.anchors.get(anchorId);
    // Changes at a gateway that moves say nothing about the tag.
    if (!anchor || anchor.validUntilMs < Infinity) continue;
    // Where uploads are late, an empty window may only not have arrived yet.
    const faintestDbm = isKnown && anchor.lagMs === 0 ? model.learning.faintestDbm : null;
    const d = differenceWithin(window, coveredUntil(anchor, nowMs), lateMs, earlyMs, packetDb2, faintestDbm);
    if (d === null) continue;
    if (heard.hasDisappeared) {
      gone += d;
      lostGateways++;
      continue;
    }
    total += d;
    agreed += Math.min(d, MAX_OF_ONE);
    gateways++;
  }
  // After a gap of all gateways (a restart, a broken line) none counts as gained or lost.
  const lateRate = heard.late / lateMs;
  const earlyRate = heard.early / earlyMs;
  if (Math.min(lateRate, earlyRate) >= STEADY * Math.max(lateRate, earlyRate)) {
    total += gone;
    agreed += gone;
    gateways += lostGateways;
  }
  const share = Math.min(1, Math.sqrt(gateways / USUAL_GATEWAYS));
  out.gateways = gateways;
  out.d = gateways ? (total / gateways - 1) * share : -Infinity;
  out.agreed = gateways ? (agreed / gateways - 1) * share : -Infinity;
}

function firstPacketMs(windows: Map<string, RssiWindow>): number {
  let firstMs = Infinity;
  for (const { count, atMs } of windows.values()) if (count) firstMs = Math.min(firstMs, atMs[0]!);
  return firstMs;
}

/**
 * How far the windows of one gateway differ, as a term of D; null where it has too few packets in either window.
 * @param faintestDbm level assumed for an empty window; null: such windows do not count
 */
function differenceWithin(
  { count, atMs, rssi }: RssiWindow,
  untilMs: number,
  lateMs: number,
  earlyMs: number,
  packetDb2: number,
  faintestDbm: number | null,
): number | null {
  let late = 0;
  let lateDbm = 0;
  let early = 0;
  let earlyDbm = 0;
  for (let i = count - 1; i >= 0 && atMs[i]! > untilMs - lateMs - earlyMs; i--) {
    if (atMs[i]! > untilMs) continue;
    if (atMs[i]! > untilMs - lateMs) {
      late++;
      lateDbm += rssi[i]!;
    } else {
      early++;
      earlyDbm += rssi[i]!;
    }
  }
  heard.late += late;
  heard.early += early;
  heard.hasDisappeared = false;
  if (late * early === 0 && late + early >= GONE_PACKETS && faintestDbm !== null) {
    const aboveDb = (lateDbm + earlyDbm) / (late + early) - faintestDbm;
    heard.hasDisappeared = true;
    // Near the faintest packet an empty window says nothing.
    return aboveDb > 0 ? Math.min(MAX_GONE, aboveDb ** 2 / (packetDb2 * (2 / (late + early)) + DRIFT_DB ** 2)) : null;
  }
  if (late < 2 || early < 2) return null;
  return (lateDbm / late - earlyDbm / early) ** 2 / (packetDb2 * (1 / late + 1 / early) + DRIFT_DB ** 2);
}

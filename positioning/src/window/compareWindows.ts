import { addChange, displacementLogRatio, newChanges } from "./displacement.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import type { Place } from "./trail.ts";
import { coveredUntil } from "./uploads.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import { WINDOW } from "./windowConstants.ts";

/** Read in the loops of every fix. */
const { driftDb, neighbourMs } = WINDOW;

/** A tag's windows at the gateways of its site, looked up once for each fix. */
export interface PlacedWindows {
  count: number;
  windows: RssiWindow[];
  /** Of each window. */
  anchors: PlacedAnchor[];
  /** The weakest packet that was heard at the site, dBm. */
  faintestDbm: number;
}

export function newPlacedWindows(): PlacedWindows {
  return { count: 0, windows: [], anchors: [], faintestDbm: 0 };
}

/** Writes the windows of gateways that the site knows. */
export function placeWindows(site: LearningSite, windows: ReadonlyMap<string, RssiWindow>, out: PlacedWindows): void {
  out.count = 0;
  out.faintestDbm = site.learning.faintestDbm;
  for (const [anchorId, window] of windows) {
    const anchor = site.anchors.get(anchorId);
    if (!anchor) continue;
    out.windows[out.count] = window;
    out.anchors[out.count++] = anchor;
  }
}

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
  /** Of these, the ones that `score` rests on. */
  tested: number;
  /** Log-likelihood ratio of the tag having gone rather than stayed (displacement.ts); −∞: not tested, or D says no. */
  score: number;
  /** Mean variance of the difference between a gateway's windows if the tag stays, dB². */
  varianceDb2: number;
}

/** Which windows: the late one ends now and is preceded by the early one, ms. */
export interface Spans {
  nowMs: number;
  lateMs: number;
  earlyMs: number;
  /** How far the tag would have gone, m² along an axis, to test whether it stands; left out: whether it has gone. */
  displacementM2?: number;
}

export function newDifferences(): Differences {
  return { d: -Infinity, agreed: -Infinity, gateways: 0, tested: 0, score: -Infinity, varianceDb2: 0 };
}

/**
 * Variance of this tag's packets around their mean, dB²: half the mean square of the steps between neighbours. Where
 * packets are reported several times (phones do, between two scans), it is larger by as much as their mean is worse.
 */
export function packetScatter(placed: PlacedWindows, fromMs: number): number {
  let squares = 0;
  let neighbours = 0;
  let repeats = 0;
  for (let w = 0; w < placed.count; w++) {
    const { count, atMs, rssi, holdsMeans } = placed.windows[w]!;
    for (let i = count - 1; i > 0 && atMs[i - 1]! > fromMs; i--) {
      if (atMs[i]! - atMs[i - 1]! > neighbourMs) continue;
      squares += (rssi[i]! - rssi[i - 1]!) ** 2 / 2;
      neighbours++;
      if (rssi[i] === rssi[i - 1] && !holdsMeans) repeats++;
    }
  }
  const isRepeated = neighbours >= WINDOW.minNeighbours && repeats >= WINDOW.repeatShare * neighbours;
  const steps = isRepeated ? neighbours - repeats : neighbours;
  const times = isRepeated ? Math.min(WINDOW.maxRepeats, neighbours / Math.max(1, steps)) : 1;
  return (times * (WINDOW.usualSteps * WINDOW.packetSdDb ** 2 + squares)) / (WINDOW.usualSteps + steps);
}

/** Scratch space of the module: the result of one gateway. */
const heard = { levelDbm: 0, changeDb: 0, varianceDb2: 0 };
const changes = newChanges();

/**
 * Compares the windows and writes the result to `out`.
 * @param from where the tag was, to test whether it has gone from there; null: no test
 */
export function compareWindows(
  { count, windows, anchors, faintestDbm }: PlacedWindows,
  spans: Spans,
  packetDb2: number,
  from: Place | null,
  out: Differences,
): void {
  const { nowMs, lateMs, earlyMs } = spans;
  let total = 0;
  let agreed = 0;
  let gateways = 0;
  let varianceDb2 = 0;
  changes.count = 0;
  for (let w = 0; w < count; w++) {
    const anchor = anchors[w]!;
    // Changes at a gateway that moves say nothing about the tag.
    if (anchor.validUntilMs < Infinity) continue;
    const d = differenceWithin(windows[w]!, coveredUntil(anchor, nowMs), lateMs, earlyMs, packetDb2);
    if (d === null) continue;
    total += d;
    agreed += Math.min(d, WINDOW.maxGatewayD);
    gateways++;
    varianceDb2 += heard.varianceDb2;
    const mayBeClipped = spans.displacementM2 !== undefined && heard.levelDbm < faintestDbm + WINDOW.clippedDb;
    if (from && !mayBeClipped) addChange(changes, anchor, from, heard.changeDb, heard.varianceDb2);
  }
  out.varianceDb2 = gateways ? varianceDb2 / gateways : 0;
  const share = Math.min(1, Math.sqrt(gateways / WINDOW.usualGateways));
  out.gateways = gateways;
  out.tested = changes.count;
  out.d = gateways ? (total / gateways - 1) * share : -Infinity;
  out.agreed = gateways ? (agreed / gateways - 1) * share : -Infinity;
  out.score =
    spans.displacementM2 !== undefined || out.d > 0 ? displacementLogRatio(changes, spans.displacementM2) : -Infinity;
}

/** How far the windows of one gateway differ, as a term of D; null where it has too few packets in either window. */
function differenceWithin(
  { count, atMs, rssi }: RssiWindow,
  untilMs: number,
  lateMs: number,
  earlyMs: number,
  packetDb2: number,
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
  if (late < 2 || early < 2) return null;
  heard.levelDbm = Math.max(lateDbm / late, earlyDbm / early);
  heard.changeDb = lateDbm / late - earlyDbm / early;
  heard.varianceDb2 = packetDb2 * (1 / late + 1 / early) + driftDb ** 2;
  return heard.changeDb ** 2 / heard.varianceDb2;
}

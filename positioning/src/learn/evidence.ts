import { expMinus } from "../cost/expMinus.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { logDistanceTo, samplesOf } from "./evidencePlaces.ts";
import { lossesTo, newWallTerms, addWallTerms, type WallTerms } from "./wallTerms.ts";
import { MODEL } from "../model/modelConstants.ts";
import { COST } from "../cost/costConstants.ts";
import { LEARN } from "./learnConstants.ts";

/** What the gateways of one floor heard of one tag at one moment, its place unknown. */
export interface Snapshot {
  tagId: string;
  atMs: number;
  floor: PlacedFloor;
  anchors: PlacedAnchor[];
  /** Window means, dBm, one for each anchor. */
  rssi: number[];
  /** Gateways that are alive and did not hear it. */
  nonDetecting: PlacedAnchor[];
  /** Power at 1 m that the tag states, dBm; null or left out: none. */
  statedPowerDbm?: number | null;
  /** How much it counts as an observation: less than 1 if the same tag has said the same before. */
  weight: number;
}

/** A snapshot as it would be without these gateways. */
export function withoutGateways(snapshot: Snapshot, ids: readonly string[]): Snapshot {
  const { anchors, rssi, nonDetecting } = snapshot;
  const stays = ({ id }: PlacedAnchor): boolean => !ids.includes(id);
  if (anchors.every(stays) && nonDetecting.every(stays)) return snapshot;
  return {
    ...snapshot,
    anchors: anchors.filter(stays),
    rssi: rssi.filter((_, i) => stays(anchors[i]!)),
    nonDetecting: nonDetecting.filter(stays),
  };
}

/** The path-loss model whose evidence is asked for. */
export interface PathLoss {
  exponent: number;
  /** Added to every gateway's nominal power at 1 m, dB. */
  powerShiftDb: number;
  /** Standard deviation of a window mean around the path-loss model, dB. */
  shadowSdDb: number;
  /** Standard deviation of the tags' own offsets, dB. */
  tagOffsetSdDb: number;
  /** Share of the drawn walls' stated losses that applies. */
  wallShare: number;
}

/** A path-loss model and each gateway's offset from it. */
export interface SitePathLoss extends PathLoss {
  anchorOffsetsDb: Record<string, number>;
}

/**
 * A snapshot's statistics, so that any path-loss model's evidence costs one exponential a cell: with Lᵢ(c) = log₁₀
 * dᵢ(c) the residuals' mean and scatter are polynomials in the exponent n, whose coefficients are kept for each cell.
 */
export interface SnapshotStatistics {
  weight: number;
  gateways: number;
  meanRssi: number;
  scatter: number;
  meanLog: Float64Array;
  cross: Float64Array;
  logScatter: Float64Array;
  logPrior: Float64Array;
  /** Log distances to each non-detecting gateway, and how far above the usual gateway it would hear, dB. */
  nonDetectingLogs: Float64Array[];
  nonDetectingDb: number[];
  /** Null: its floor has no walls. */
  walls: WallTerms | null;
  /** Stated losses of its walls to each non-detecting gateway, dB; empty: it has no walls. */
  nonDetectingLosses: Float64Array[];
}

/** Computes the statistics of a snapshot over its floor's coarse raster (or all of its cells where there is none). */
export function precomputeStatistics(
  snapshot: Snapshot,
  tagHeightM: number,
  offsetsDb: Readonly<Record<string, number>> = {},
): SnapshotStatistics {
  const { floor, anchors } = snapshot;
  const cells = samplesOf(floor);
  const n = anchors.length;
  const level = levelled(snapshot, offsetsDb);
  const meanRssi = level.reduce((sum, value) => sum + value, 0) / n;
  const meanLog = new Float64Array(cells.length);
  const cross = new Float64Array(cells.length);
  const logScatter = new Float64Array(cells.length);
  const logPrior = new Float64Array(cells.length);
  const logs = new Float64Array(n);
  const nonDetectingLogs = snapshot.nonDetecting.map(() => new Float64Array(cells.length));
  const nonDetectingDb = snapshot.nonDetecting.map(
    ({ id, nominalPowerDbm }) => nominalPowerDbm - MODEL.powerDbm + (offsetsDb[id] ?? 0),
  );
  const walls = floor.walls ? newWallTerms(cells.length) : null;
  const lossesOf = (of: readonly PlacedAnchor[]): Float64Array[] => (walls ? of.map((a) => lossesTo(a, cells)) : []);
  const detectedLosses = lossesOf(anchors);
  const losses = new Float64Array(n);
  cells.forEach((cell, k) => {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      logs[i] = logDistanceTo(anchors[i]!, cell, tagHeightM);
      sum += logs[i]!;
    }
    const mean = sum / n;
    for (let i = 0; i < n; i++) {
      cross[k]! += (level[i]! - meanRssi) * (logs[i]! - mean);
      logScatter[k]! += (logs[i]! - mean) ** 2;
    }
    snapshot.nonDetecting.forEach((a, j) => {
      nonDetectingLogs[j]![k] = logDistanceTo(a, cell, tagHeightM);
    });
    if (walls) {
      for (let i = 0; i < n; i++) losses[i] = detectedLosses[i]![k]!;
      addWallTerms(walls, k, losses, level, meanRssi, logs, mean);
    }
    meanLog[k] = mean;
    logPrior[k] = cell.logPrior;
  });
  const scatter = level.reduce((sum, value) => sum + (value - meanRssi) ** 2, 0);
  return {
    weight: snapshot.weight,
    gateways: n,
    meanRssi,
    scatter,
    meanLog,
    cross,
    logScatter,
    logPrior,
    nonDetectingLogs,
    nonDetectingDb,
    walls,
    nonDetectingLosses: lossesOf(snapshot.nonDetecting),
  };
}

/**
 * A snapshot's RSSI as if every gateway were the usual one, dBm: without the nominal powers set by people and the
 * learned offsets.
 */
export function levelled({ anchors, rssi }: Snapshot, offsetsDb: Readonly<Record<string, number>>): number[] {
  return rssi.map((value, i) => {
    const anchor = anchors[i]!;
    return value - anchor.nominalPowerDbm + MODEL.powerDbm - (offsetsDb[anchor.id] ?? 0);
  });
}

/** Log-probability of a snapshot under a path-loss model, with its place and its tag's offset marginalised (nats). */
export function logEvidence(s: SnapshotStatistics, pathLoss: PathLoss): number {
  const variance = pathLoss.shadowSdDb ** 2;
  const meanVariance = pathLoss.tagOffsetSdDb ** 2 + variance / s.gateways;
  const cells = s.meanLog.length;
  const terms = logTerms.length < cells ? (logTerms = new Float64Array(cells)) : logTerms;
  const offsets = offsetTerms.length < cells ? (offsetTerms = new Float64Array(cells)) : offsetTerms;
  let best = addDetections(s, pathLoss, variance, meanVariance, terms, offsets);
  if (s.nonDetectingLogs.length)
    best = addNonDetection(
      s,
      pathLoss,
      pathLoss.tagOffsetSdDb ** 2 / meanVariance,
      terms,
      offsets,
      best - COST.nothingCut,
    );
  if (best === -Infinity) return best;
  let total = 0;
  for (let k = 0; k < cells; k++) total += expMinus(best - terms[k]!);
  return best + Math.log(total) - 0.5 * (s.gateways - 1) * Math.log(variance) - 0.5 * Math.log(meanVariance);
}

/** Writes each cell's term of what was heard, and how far above the usual tag its tag would be, dB. Returns the best. */
function addDetections(
  { meanRssi, scatter, meanLog, cross, logScatter, logPrior, walls }: SnapshotStatistics,
  pathLoss: PathLoss,
  variance: number,
  meanVariance: number,
  terms: Float64Array,
  offsets: Float64Array,
): number {
  const slope = 10 * pathLoss.exponent;
  const above = meanRssi - MODEL.powerDbm - pathLoss.powerShiftDb;
  // Multiplied in each cell, where a division takes several times as long.
  const ofScatter = 1 / (2 * variance);
  const ofOffset = 1 / (2 * meanVariance);
  let best = -Infinity;
  for (let k = 0; k < meanLog.length; k++) {
    let off = above + slope * meanLog[k]!;
    let left = scatter + slope * (2 * cross[k]! + slope * logScatter[k]!);
    if (walls !== null) {
      off += pathLoss.wallShare * walls.meanLoss[k]!;
      left += scatterOfWalls(walls, k, slope, pathLoss.wallShare);
    }
    offsets[k] = off;
    const term = logPrior[k]! - left * ofScatter - off * off * ofOffset;
    terms[k] = term;
    if (term > best) best = term;
  }
  return best;
}

function scatterOfWalls(walls: WallTerms, cell: number, slope: number, share: number): number {
  const mixed = walls.levelLoss[cell]! + slope * walls.logLoss[cell]!;
  return share * (2 * mixed + share * walls.lossScatter[cell]!);
}

/**
 * Adds the non-detection of gateways to the terms that are at least `from`; the others cannot count any more. Returns
 * the best.
 */
function addNonDetection(
  s: SnapshotStatistics,
  pathLoss: PathLoss,
  shrink: number,
  terms: Float64Array,
  offsets: Float64Array,
  from: number,
): number {
  let best = -Infinity;
  for (let k = 0; k < s.meanLog.length; k++) {
    const term = terms[k]! < from ? -Infinity : terms[k]! + logNonDetection(s, k, pathLoss, offsets[k]! * shrink);
    terms[k] = term;
    if (term > best) best = term;
  }
  return best;
}

/** Log-probability that a tag in this cell is not heard by the gateways that did not hear it. */
function logNonDetection(
  { nonDetectingLogs, nonDetectingDb, nonDetectingLosses, walls }: SnapshotStatistics,
  cell: number,
  pathLoss: PathLoss,
  offsetDb: number,
): number {
  const slope = 10 * pathLoss.exponent;
  const aboveDb = MODEL.powerDbm + pathLoss.powerShiftDb + offsetDb - LEARN.faintestDbm;
  const steep = logistic / pathLoss.shadowSdDb;
  let sum = 0;
  let nonDetecting = 1;
  for (let j = 0; j < nonDetectingLogs.length; j++) {
    const behind = walls ? pathLoss.wallShare * nonDetectingLosses[j]![cell]! : 0;
    nonDetecting *=
      lapse +
      (1 - lapse) * falling(steep * (aboveDb + nonDetectingDb[j]! - slope * nonDetectingLogs[j]![cell]! - behind));
    // One logarithm for many gateways: each factor is at least the lapse.
    if (nonDetecting > minProduct) continue;
    sum += Math.log(nonDetecting);
    nonDetecting = 1;
  }
  return sum + Math.log(nonDetecting);
}

/** The logistic curve that falls from 1 to 0. */
function falling(z: number): number {
  if (z < 0) return 1 / (1 + expMinus(-z));
  const e = expMinus(z);
  return e / (1 + e);
}

/** The logistic curve nearest to the normal distribution function has this slope. */
const logistic = 1.702;
const lapse = COST.aliveLapse;
/** A product is not let go below this, where numbers would lose digits. */
const minProduct = 1e-200;

let logTerms = new Float64Array(0);
let offsetTerms = new Float64Array(0);

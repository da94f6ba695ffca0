import {
  behindWalls,
  type DrawnWalls,
  logDistance,
  type LabelledSnapshot,
  type SurveyedAnchor,
} from "./labelledSnapshot.ts";
import type { SitePathLoss } from "./evidence.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/** The result of a survey: the path-loss model, and each session's own offset (dB) under it. */
export interface SurveyPathLoss extends SitePathLoss {
  sessionOffsetsDb: Map<string, number>;
}

interface Row {
  session: string;
  anchor: string;
  /** RSSI less the gateway's nominal power, dB. */
  level: number;
  log: number;
  /** Stated loss of the walls, dB. */
  loss: number;
  noise: number;
}

/**
 * L2: a mixed linear model of labelled points, rᵢⱼ = Pᵢ + shift − 10 n log₁₀ dᵢⱼ − s Kᵢⱼ + oᵢ + bₛ + ε, with ridges on
 * the exponent, the walls' share s, the gateways' offsets oᵢ and the sessions' offsets bₛ (whose spread is estimated with σ), solved by
 * alternating closed-form steps.
 */
export function fitSurvey(
  snapshots: readonly LabelledSnapshot[],
  anchors: ReadonlyMap<string, SurveyedAnchor>,
  tagHeightM: number,
  withOffsets: boolean,
  walls: DrawnWalls,
): SurveyPathLoss {
  const rows = rowsOf(snapshots, anchors, tagHeightM, walls);
  const offsets = new Map<string, number>();
  const sessions = new Map<string, number>();
  for (const row of rows) {
    offsets.set(row.anchor, 0);
    sessions.set(row.session, 0);
  }
  let exponent = MODEL.exponent;
  let shift = 0;
  let wallShare = 1;
  let variance = MODEL.shadowSdDb ** 2;
  let spread = 4 ** 2;
  for (let round = 0; round < LEARN.surveyRounds; round++) {
    const weightOf = (row: Row): number => 1 / (variance + row.noise);
    const residual = (row: Row): number =>
      row.level -
      shift +
      10 * exponent * row.log +
      wallShare * row.loss -
      offsets.get(row.anchor)! -
      sessions.get(row.session)!;
    ({ exponent, shift } = lineStep(rows, weightOf, offsets, sessions, wallShare));
    wallShare = shareStep(rows, weightOf, residual, wallShare);
    if (withOffsets) ridgeStep(rows, weightOf, residual, offsets, (row) => row.anchor, LEARN.surveyGatewaySdDb ** 2);
    ridgeStep(rows, weightOf, residual, sessions, (row) => row.session, spread);
    let squares = 0;
    let noise = 0;
    for (const row of rows) {
      squares += residual(row) ** 2;
      noise += row.noise;
    }
    const free = Math.max(1, rows.length - sessions.size - (withOffsets ? offsets.size : 0) / 2 - 2);
    variance = Math.max(LEARN.minShadowDb2, squares / free - noise / rows.length);
    // Expected square of a session's offset: its present value and how uncertain that is.
    const each = rows.length / sessions.size / (variance + noise / rows.length);
    let square = 0;
    for (const b of sessions.values()) square += b * b + 1 / (each + 1 / spread);
    spread = Math.min(100, Math.max(0.3 ** 2, square / sessions.size));
  }
  return {
    exponent,
    powerShiftDb: shift,
    shadowSdDb: Math.sqrt(variance),
    tagOffsetSdDb: Math.sqrt(spread),
    wallShare,
    anchorOffsetsDb: withOffsets ? Object.fromEntries(offsets) : {},
    sessionOffsetsDb: sessions,
  };
}

/** Packet noise of a window's mean, dB². */
export function packetNoise(packets: number): number {
  return WINDOW.packetSdDb ** 2 / Math.max(1, packets);
}

function rowsOf(
  snapshots: readonly LabelledSnapshot[],
  anchors: ReadonlyMap<string, SurveyedAnchor>,
  tagHeightM: number,
  walls: DrawnWalls,
): Row[] {
  return snapshots.flatMap(({ tagId, x, y, floor, heard }) =>
    heard.flatMap(({ anchorId, rssi, packets }) => {
      const anchor = anchors.get(anchorId);
      if (anchor?.floor !== floor) return [];
      const log = logDistance(anchor, x, y, tagHeightM);
      const loss = behindWalls(walls, anchor, x, y);
      const level = rssi - anchor.nominalPowerDbm;
      return [{ session: tagId, anchor: anchorId, level, log, loss, noise: packetNoise(packets) }];
    }),
  );
}

/** Shift and exponent by weighted least squares with the offsets taken off, the exponent drawn towards its default. */
function lineStep(
  rows: readonly Row[],
  weightOf: (row: Row) => number,
  offsets: ReadonlyMap<string, number>,
  sessions: ReadonlyMap<string, number>,
  wallShare: number,
): { exponent: number; shift: number } {
  let w = 0;
  let wx = 0;
  let wy = 0;
  let wxx = 0;
  let wxy = 0;
  for (const row of rows) {
    const weight = weightOf(row);
    const x = -10 * row.log;
    const y = row.level + wallShare * row.loss - offsets.get(row.anchor)! - sessions.get(row.session)!;
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const ridge = 1 / MODEL.exponentSd ** 2;
  const slope = (wxy - (wx * wy) / w + ridge * MODEL.exponent) / (wxx - (wx * wx) / w + ridge);
  const exponent = Math.min(MODEL.maxExponent, Math.max(MODEL.minExponent, slope));
  return { exponent, shift: (wy - exponent * wx) / w };
}

/** The walls' share by weighted least squares with all else taken off, drawn towards 1. */
function shareStep(
  rows: readonly Row[],
  weightOf: (row: Row) => number,
  residual: (row: Row) => number,
  before: number,
): number {
  const ridge = 1 / LEARN.wallShareSd ** 2;
  let squares = ridge;
  let sum = ridge;
  for (const row of rows) {
    const weight = weightOf(row);
    squares += weight * row.loss * row.loss;
    sum += weight * row.loss * (before * row.loss - residual(row));
  }
  return Math.min(MODEL.maxWallShare, Math.max(0, sum / squares));
}

function ridgeStep(
  rows: readonly Row[],
  weightOf: (row: Row) => number,
  residual: (row: Row) => number,
  effects: Map<string, number>,
  keyOf: (row: Row) => string,
  varianceDb2: number,
): void {
  const sums = new Map<string, { weight: number; sum: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const at = sums.get(key) ?? { weight: 0, sum: 0 };
    sums.set(key, at);
    const weight = weightOf(row);
    at.weight += weight;
    at.sum += weight * (residual(row) + effects.get(key)!);
  }
  for (const [key, { weight, sum }] of sums) effects.set(key, sum / (weight + 1 / varianceDb2));
}

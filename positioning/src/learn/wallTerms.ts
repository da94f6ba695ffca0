import type { PlacedAnchor } from "../model/placed.ts";
import { wallLossDb } from "../model/walls.ts";

/**
 * What walls add to the statistics of a snapshot: with Kᵢ(c) = the stated loss of the walls between gateway i and cell
 * c (dB) and s = the share of that which applies, the residuals' mean and scatter are polynomials in s as well.
 */
export interface WallTerms {
  meanLoss: Float64Array;
  /** Sums over the gateways of level × loss, log distance × loss and loss², each around its mean. */
  levelLoss: Float64Array;
  logLoss: Float64Array;
  lossScatter: Float64Array;
}

export function newWallTerms(cells: number): WallTerms {
  const each = (): Float64Array => new Float64Array(cells);
  return {
    meanLoss: each(),
    levelLoss: each(),
    logLoss: each(),
    lossScatter: each(),
  };
}

/** By gateway, since a path-loss model is evaluated at the same places again and again. */
const known = new WeakMap<PlacedAnchor, Float64Array>();

/** Stated loss of the floor's walls between a gateway and each of the floor's places (`samplesOf`), dB. */
export function lossesTo(anchor: PlacedAnchor, places: readonly { x: number; y: number }[]): Float64Array {
  const before = known.get(anchor);
  if (before?.length === places.length) return before;
  const { walls } = anchor.floor;
  const losses = Float64Array.from(places, ({ x, y }) => (walls ? wallLossDb(walls, anchor.x, anchor.y, x, y) : 0));
  known.set(anchor, losses);
  return losses;
}

/** Adds the terms of one cell; losses, levels and log distances have the gateways in the same order. */
export function addWallTerms(
  terms: WallTerms,
  cell: number,
  losses: Float64Array,
  levels: readonly number[],
  meanLevel: number,
  logs: Float64Array,
  meanLog: number,
): void {
  let mean = 0;
  for (const loss of losses) mean += loss / losses.length;
  terms.meanLoss[cell] = mean;
  for (let i = 0; i < losses.length; i++) {
    const off = losses[i]! - mean;
    terms.levelLoss[cell]! += (levels[i]! - meanLevel) * off;
    terms.logLoss[cell]! += (logs[i]! - meanLog) * off;
    terms.lossScatter[cell]! += off * off;
  }
}

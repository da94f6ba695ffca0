import type { PlacedAnchor } from "../model/placed.ts";
import { wallLossDb } from "../model/walls.ts";

/**
 * What walls add to a boiled snapshot: with Kᵢ(c) = what the walls between gateway i and cell c are said to take (dB) and
 * s = how much of that they do take, the residuals' mean and scatter are polynomials in s as well.
 */
export interface WallTerms {
  meanLoss: Float64Array;
  /** Of level and loss, of log distance and loss, and of loss, summed over the gateways around their means. */
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

/** By gateway: a law is tried at the same places again and again. */
const known = new WeakMap<PlacedAnchor, Float64Array>();

/** What the walls of its floor are said to take between a gateway and each of the floor's places (`samplesOf`), dB. */
export function lossesTo(anchor: PlacedAnchor, places: readonly { x: number; y: number }[]): Float64Array {
  const before = known.get(anchor);
  if (before?.length === places.length) return before;
  const { walls } = anchor.floor;
  const losses = Float64Array.from(places, ({ x, y }) => (walls ? wallLossDb(walls, anchor.x, anchor.y, x, y) : 0));
  known.set(anchor, losses);
  return losses;
}

/** Adds the terms of one cell: losses, levels and log distances of the gateways in one order. */
export function noteWalls(
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

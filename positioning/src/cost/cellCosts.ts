import type { Measurements } from "../window/measurements.ts";
import { offsetCost, type OffsetPrior } from "./offsetPrior.ts";

/** What the kernels write for each cell: −2 log p, the tag's offset there (dB above the prior's mean), its variance. */
export interface CostScratch {
  cost: Float64Array;
  offset: Float64Array;
  shrink: Float64Array;
  /** Scratch space of the kernels, by cell. */
  reach: Float64Array;
}

/**
 * Costs if all cells have the same weights. With residuals e, weights w and the offset b ~ N(mean, s²) marginalised:
 * −2 log p = Σwe² − (Σwe)² / (Σw + 1/s²) + log(1 + s²Σw), and b there is Σwe / (Σw + 1/s²). If a kind of tags is known
 * (offsetPrior.ts), the likelier of both kinds counts. Five gateways in one pass, since storing the sums costs as much
 * as a residual.
 */
export function plainCosts(
  m: Measurements,
  fine: boolean,
  prior: OffsetPrior,
  scratch: CostScratch,
  count: number,
  cells: Int32Array | null,
  before: Float64Array,
): void {
  const { cost, offset, shrink } = scratch;
  for (let k = 0; k < count; k++) {
    cost[k] = before[cells === null ? k : cells[k]!]!;
    offset[k] = 0;
  }
  let weight = 0;
  for (let g = 0; g < m.count; g += 5) {
    const t0 = tableOf(m, g, fine);
    const t1 = tableOf(m, g + 1, fine);
    const t2 = tableOf(m, g + 2, fine);
    const t3 = tableOf(m, g + 3, fine);
    const t4 = tableOf(m, g + 4, fine);
    const r0 = levelOf(m, g) - prior.meanDb;
    const r1 = levelOf(m, g + 1) - prior.meanDb;
    const r2 = levelOf(m, g + 2) - prior.meanDb;
    const r3 = levelOf(m, g + 3) - prior.meanDb;
    const r4 = levelOf(m, g + 4) - prior.meanDb;
    const w0 = weightOf(m, g);
    const w1 = weightOf(m, g + 1);
    const w2 = weightOf(m, g + 2);
    const w3 = weightOf(m, g + 3);
    const w4 = weightOf(m, g + 4);
    weight += w0 + w1 + w2 + w3 + w4;
    for (let k = 0; k < count; k++) {
      const cell = cells === null ? k : cells[k]!;
      const e0 = r0 - t0[cell]!;
      const e1 = r1 - t1[cell]!;
      const e2 = r2 - t2[cell]!;
      const e3 = r3 - t3[cell]!;
      const e4 = r4 - t4[cell]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      const we2 = w2 * e2;
      const we3 = w3 * e3;
      const we4 = w4 * e4;
      offset[k]! += we0 + we1 + we2 + we3 + we4;
      cost[k]! += we0 * e0 + we1 * e1 + we2 * e2 + we3 * e3 + we4 * e4;
    }
  }
  const variance = 1 / (weight + 1 / prior.varianceDb2);
  if (prior.knownModelShare > 0) {
    for (let k = 0; k < count; k++) cost[k]! += offsetCost(prior, offset[k]!, weight);
  } else {
    const spread = Math.log(1 + prior.varianceDb2 * weight);
    for (let k = 0; k < count; k++) cost[k]! += spread - offset[k]! * offset[k]! * variance;
  }
  for (let k = 0; k < count; k++) {
    offset[k]! *= variance;
    shrink[k] = variance;
  }
}

/** If a pass lacks gateways, the last one is read again with no weight. */
function tableOf({ tables, count }: Measurements, i: number, fine: boolean): Float32Array {
  const of = tables[Math.min(i, count - 1)]!;
  return fine ? of.fine : of.coarse;
}

function levelOf({ rssi, slabDb, count }: Measurements, i: number): number {
  const at = Math.min(i, count - 1);
  return rssi[at]! + slabDb[at]!;
}

function weightOf({ weight, count }: Measurements, i: number): number {
  return i < count ? weight[i]! : 0;
}

/**
 * The same for gateways with residual maps: a gateway's weight depends on how well the place was surveyed, so its
 * logarithm counts as well. `m.weight` is 1 / variance around the path-loss model alone; the map's own variance, which
 * knows what neighbouring places share, replaces its tempered shadowing.
 */
export function mappedCosts(
  m: Measurements,
  fine: boolean,
  prior: OffsetPrior,
  scratch: CostScratch,
  count: number,
  cells: Int32Array | null,
  before: Float64Array,
): void {
  const { cost, offset, shrink, reach } = scratch;
  cost.fill(0, 0, count);
  offset.fill(0, 0, count);
  shrink.fill(0, 0, count);
  // A product of at most twenty variances stays far from the limits of a double, so that one logarithm is enough.
  reach.fill(1, 0, count);
  for (let g = 0; g < m.count; g += 2) {
    const t0 = tableOf(m, g, fine);
    const t1 = tableOf(m, g + 1, fine);
    const v0 = varianceOf(m, g, fine);
    const v1 = varianceOf(m, g + 1, fine);
    const n0 = varianceBeside(m, g, v0);
    const n1 = varianceBeside(m, g + 1, v1);
    const r0 = levelOf(m, g) - prior.meanDb;
    const r1 = levelOf(m, g + 1) - prior.meanDb;
    const isPair = g + 1 < m.count;
    for (let k = 0; k < count; k++) {
      const cell = cells === null ? k : cells[k]!;
      const w0 = 1 / (v0 === null ? n0 : v0[cell]! + n0);
      const w1 = isPair ? 1 / (v1 === null ? n1 : v1[cell]! + n1) : 0;
      const e0 = r0 - t0[cell]!;
      const e1 = r1 - t1[cell]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      cost[k]! += we0 * e0 + we1 * e1;
      offset[k]! += we0 + we1;
      shrink[k]! += w0 + w1;
      reach[k]! *= isPair ? w0 * w1 : w0;
    }
  }
  for (let k = 0; k < count; k++) {
    const cell = cells === null ? k : cells[k]!;
    const weight = shrink[k]!;
    const own = 1 / (weight + 1 / prior.varianceDb2);
    cost[k]! += before[cell]! - Math.log(reach[k]!) + offsetCost(prior, offset[k]!, weight);
    offset[k]! *= own;
    shrink[k] = own;
  }
}

function varianceOf({ tables, count }: Measurements, i: number, fine: boolean): Float32Array | null {
  const of = tables[Math.min(i, count - 1)]!;
  return fine ? of.fineVariance : of.coarseVariance;
}

/** The variance to add to the map's; without a map, all of the variance, dB². */
function varianceBeside(
  { weight, noise, slabDb2, count }: Measurements,
  i: number,
  variance: Float32Array | null,
): number {
  const at = Math.min(i, count - 1);
  return variance === null ? 1 / weight[at]! : noise[at]! + slabDb2[at]!;
}

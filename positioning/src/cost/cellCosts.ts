import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import { newOffsetTerms, offsetCost, setOffsetTerms, type OffsetPrior } from "./offsetPrior.ts";

/** A block is ignored, represented by its coarse sample, or computed cell by cell. */
export const [IGNORED, BY_SAMPLE, BY_CELL] = [0, 1, 2] as const;

/** What the kernels write for each cell: −2 log p, the tag's offset there (dB above the prior's mean), its variance. */
export interface CostScratch {
  cost: Float64Array;
  offset: Float64Array;
  shrink: Float64Array;
  /** Scratch space of the kernels, by cell. */
  reach: Float64Array;
}

/** Scratch space of the module, since a fix is computed in one go. */
const terms = newOffsetTerms();

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
  setOffsetTerms(prior, weight, 1, terms);
  const { unknownModelVariance } = terms;
  for (let k = 0; k < count; k++) {
    cost[k]! += offsetCost(terms, offset[k]!);
    offset[k]! *= unknownModelVariance;
    shrink[k] = unknownModelVariance;
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
 * The costs of blocks by their samples where gateways have residual maps: a gateway's weight depends on how well the
 * place was surveyed, so its logarithm counts as well. `m.weight` is 1 / variance around the path-loss model alone; the
 * map's own variance, which knows what neighbouring places share, replaces its tempered shadowing.
 */
export function mappedBlockCosts(
  m: Measurements,
  prior: OffsetPrior,
  { cost, offset, shrink, reach }: CostScratch,
  { coarseCost: before }: FloorGrid,
): void {
  const count = before.length;
  cost.set(before);
  offset.fill(0, 0, count);
  shrink.fill(0, 0, count);
  // A product of at most twenty variances stays far from the limits of a double, so that one logarithm is enough.
  reach.fill(1, 0, count);
  for (let g = 0; g < m.count; g += 2) {
    // If there is no second gateway, the first is read again with no weight.
    const [isPair, other] = g + 1 < m.count ? [1, g + 1] : [0, g];
    const { coarse: t0, coarseVariance: v0 } = m.tables[g]!;
    const { coarse: t1, coarseVariance: v1 } = m.tables[other]!;
    const n0 = varianceBeside(m, g);
    const n1 = varianceBeside(m, other);
    const r0 = levelOf(m, g) - prior.meanDb;
    const r1 = levelOf(m, other) - prior.meanDb;
    for (let k = 0; k < count; k++) {
      const a0 = v0 === null ? n0 : v0[k]! + n0;
      const a1 = isPair === 0 ? 1 : v1 === null ? n1 : v1[k]! + n1;
      // One division for both.
      const product = 1 / (a0 * a1);
      const w0 = a1 * product;
      const w1 = isPair * a0 * product;
      const e0 = r0 - t0[k]!;
      const e1 = r1 - t1[k]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      cost[k]! += we0 * e0 + we1 * e1;
      offset[k]! += we0 + we1;
      shrink[k]! += w0 + w1;
      reach[k]! *= product;
    }
  }
  for (let k = 0; k < count; k++) {
    setOffsetTerms(prior, shrink[k]!, reach[k]!, terms);
    cost[k]! += offsetCost(terms, offset[k]!);
    offset[k]! *= terms.unknownModelVariance;
    shrink[k] = terms.unknownModelVariance;
  }
}

/** The same for the cells of the chosen blocks. A block's cells have the variance of its sample. */
export function mappedCellCosts(
  m: Measurements,
  prior: OffsetPrior,
  { cost, offset, shrink }: CostScratch,
  { blockStart, blockCells, cost: before }: FloorGrid,
  taken: Uint8Array,
): void {
  let first = 0;
  for (let block = 0; block < blockStart.length - 1; block++) {
    if (taken[block] !== BY_CELL) continue;
    const start = blockStart[block]!;
    const size = blockStart[block + 1]! - start;
    for (let j = 0; j < size; j++) {
      cost[first + j] = before[blockCells[start + j]!]!;
      offset[first + j] = 0;
    }
    let weight = 0;
    let product = 1;
    for (let g = 0; g < m.count; g++) {
      const { fine: table, coarseVariance } = m.tables[g]!;
      const noise = varianceBeside(m, g);
      const w = 1 / (coarseVariance === null ? noise : coarseVariance[block]! + noise);
      const r = levelOf(m, g) - prior.meanDb;
      weight += w;
      product *= w;
      for (let j = 0; j < size; j++) {
        const e = r - table[blockCells[start + j]!]!;
        const we = w * e;
        cost[first + j]! += we * e;
        offset[first + j]! += we;
      }
    }
    setOffsetTerms(prior, weight, product, terms);
    for (let k = first; k < first + size; k++) {
      cost[k]! += offsetCost(terms, offset[k]!);
      offset[k]! *= terms.unknownModelVariance;
      shrink[k] = terms.unknownModelVariance;
    }
    first += size;
  }
}

/** The variance to add to the map's; without a map, all of the variance, dB². */
function varianceBeside({ tables, weight, noise, slabDb2 }: Measurements, i: number): number {
  return tables[i]!.coarseVariance === null ? 1 / weight[i]! : noise[i]! + slabDb2[i]!;
}

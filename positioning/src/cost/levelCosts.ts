import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import { newOffsetTerms, offsetCost, setOffsetTerms, type OffsetPrior } from "./offsetPrior.ts";
import type { Places } from "./places.ts";

/** Scratch space of the module, since a fix is computed in one go. */
const terms = newOffsetTerms();

/**
 * Adds to the costs of places from `first` on what gateways hear. With residuals e, weights w and the tag's strength
 * b ~ N(mean, s²) marginalised: −2 log p = Σwe² − (Σwe)² / (Σw + 1/s²) + log(1 + s²Σw), and b there is Σwe / (Σw + 1/s²).
 * If a kind of tags is known (offsetPrior.ts), the likelier of both kinds counts.
 */
export function addLevels(m: Measurements, prior: OffsetPrior, grid: FloorGrid, places: Places, first: number): void {
  places.offset.fill(0, first, places.count);
  if (isMapped(m)) addMappedLevels(m, prior, grid, places, first);
  else addPlainLevels(m, prior, places, first);
}

/** Whether some gateway has a residual map, with variances of its own. */
export function isMapped({ count, tables }: Measurements): boolean {
  for (let i = 0; i < count; i++) if (tables[i]!.variance !== null) return true;
  return false;
}

/** If all places have the same weights. Five gateways in one pass, since storing the sums costs as much as a residual. */
function addPlainLevels(m: Measurements, prior: OffsetPrior, places: Places, first: number): void {
  const { count, at, p, offset, variance } = places;
  let weight = 0;
  for (let g = 0; g < m.count; g += 5) {
    const t0 = tableOf(m, g);
    const t1 = tableOf(m, g + 1);
    const t2 = tableOf(m, g + 2);
    const t3 = tableOf(m, g + 3);
    const t4 = tableOf(m, g + 4);
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
    for (let k = first; k < count; k++) {
      const i = at[k]!;
      const e0 = r0 - t0[i]!;
      const e1 = r1 - t1[i]!;
      const e2 = r2 - t2[i]!;
      const e3 = r3 - t3[i]!;
      const e4 = r4 - t4[i]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      const we2 = w2 * e2;
      const we3 = w3 * e3;
      const we4 = w4 * e4;
      offset[k]! += we0 + we1 + we2 + we3 + we4;
      p[k]! += we0 * e0 + we1 * e1 + we2 * e2 + we3 * e3 + we4 * e4;
    }
  }
  setOffsetTerms(prior, weight, 1, terms);
  for (let k = first; k < count; k++) addOffset(k, p, offset, variance);
}

/**
 * If gateways have residual maps: a gateway's weight depends on how well the block was surveyed, so its logarithm counts
 * as well. The map's own variance, which knows what neighbouring places share, replaces the tempered shadowing.
 */
function addMappedLevels(
  m: Measurements,
  prior: OffsetPrior,
  { block }: FloorGrid,
  places: Places,
  first: number,
): void {
  const { count, at, p, offset, variance: weight, spare: product } = places;
  weight.fill(0, first, count);
  // A product of at most twenty variances stays far from the limits of a double, so that one logarithm is enough.
  product.fill(1, first, count);
  for (let g = 0; g < m.count; g += 2) {
    // If there is no second gateway, the first is read again with no weight.
    const [isPair, other] = g + 1 < m.count ? [1, g + 1] : [0, g];
    const { level: t0, variance: v0 } = m.tables[g]!;
    const { level: t1, variance: v1 } = m.tables[other]!;
    const n0 = varianceBeside(m, g);
    const n1 = varianceBeside(m, other);
    const r0 = levelOf(m, g) - prior.meanDb;
    const r1 = levelOf(m, other) - prior.meanDb;
    for (let k = first; k < count; k++) {
      const i = at[k]!;
      const b = block[i]!;
      const a0 = v0 === null ? n0 : v0[b]! + n0;
      const a1 = isPair === 0 ? 1 : v1 === null ? n1 : v1[b]! + n1;
      // One division for both.
      const both = 1 / (a0 * a1);
      const w0 = a1 * both;
      const w1 = isPair * a0 * both;
      const e0 = r0 - t0[i]!;
      const e1 = r1 - t1[i]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      p[k]! += we0 * e0 + we1 * e1;
      offset[k]! += we0 + we1;
      weight[k]! += w0 + w1;
      product[k]! *= both;
    }
  }
  let known = -1;
  for (let k = first; k < count; k++) {
    if (block[at[k]!] !== known) setOffsetTerms(prior, weight[k]!, product[k]!, terms);
    known = block[at[k]!]!;
    addOffset(k, p, offset, weight);
  }
}

/** Completes a place's cost, strength and variance, of which Σwe is known. */
function addOffset(k: number, p: Float64Array, offset: Float64Array, variance: Float64Array): void {
  p[k]! += offsetCost(terms, offset[k]!);
  offset[k]! *= terms.unknownModelVariance;
  variance[k] = terms.unknownModelVariance;
}

/** If a pass lacks gateways, the last one is read again with no weight. */
function tableOf({ tables, count }: Measurements, i: number): Float32Array {
  return tables[Math.min(i, count - 1)]!.level;
}

function levelOf({ rssi, slabDb, count }: Measurements, i: number): number {
  const at = Math.min(i, count - 1);
  return rssi[at]! + slabDb[at]!;
}

function weightOf({ weight, count }: Measurements, i: number): number {
  return i < count ? weight[i]! : 0;
}

/** The variance to add to the map's; without a map, all of the variance, dB². */
function varianceBeside({ tables, weight, noise, slabDb2 }: Measurements, i: number): number {
  return tables[i]!.variance === null ? 1 / weight[i]! : noise[i]! + slabDb2[i]!;
}

import type { CostScratch } from "./cellCosts.ts";
import { expMinus } from "./expMinus.ts";
import { unknownModelCost, knownModelCost, type OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { indexOf, nonDetectionCurve } from "./nonDetectionCurve.ts";
import { COST } from "./costConstants.ts";

/** Gateways of a tag's floor that do not hear it: those known to be alive, and those that may be off. */
export interface NonDetectingAnchors {
  alive: PlacedAnchor[];
  unsure: PlacedAnchor[];
  /** How many packets each of them has missed. */
  packets: number;
  /** Standard deviation of their levels around the path-loss model, dB. */
  shadowSdDb: number;
  /** The weakest packet that was heard at the site, dBm. */
  faintestDbm: number;
}

/** Where the Gaussian of a tag's strength is sampled, in standard deviations, and the weights (Gauss–Hermite). */
const gaussHermite = [
  { at: [0], share: [1] },
  { at: [-1.732, 0, 1.732], share: [1 / 6, 2 / 3, 1 / 6] },
  { at: [-2.857, -1.3556, 0, 1.3556, 2.857], share: [0.01126, 0.22207, 0.53334, 0.22207, 0.01126] },
] as const;
export const maxNodes = 5;

/**
 * Adds the cost of their non-detection to each cell, over all strengths the tag may have if it is there: a weak tag
 * close by goes as unheard as a strong one far away. Each model of tag has its own non-detection, and in each cell the
 * likelier model counts, with what it hears and what it does not. What their non-detection says about its strength goes
 * into `scratch` too.
 */
export function addNonDetection(
  nonDetecting: NonDetectingAnchors,
  fine: boolean,
  prior: OffsetPrior,
  scratch: CostScratch,
  count: number,
  cells: Int32Array | null,
): void {
  if (nonDetecting.alive.length + nonDetecting.unsure.length === 0 || count === 0) return;
  const { cost, knownModel } = scratch;
  listNonDetecting(nonDetecting, fine, prior.meanDb);
  const addOf = (isKnownModel: boolean, to: Float64Array): void =>
    weighNodes(
      tryStrengths(prior, isKnownModel, scratch, count, cells),
      to,
      isKnownModel ? null : scratch,
      scratch.sums,
      count,
    );
  if (prior.knownModelShare > COST.maxKnownModelShare) addOf(true, cost);
  else if (prior.knownModelShare < COST.minKnownModelShare) addOf(false, cost);
  else {
    splitByModel(prior, scratch, count);
    addOf(true, knownModel);
    addOf(false, cost);
    for (let k = 0; k < count; k++) cost[k] = Math.min(cost[k]!, knownModel[k]!);
  }
  // A model that is replaced must not be kept in memory by its tables.
  listed.tables.length = 0;
}

/**
 * Splits the cost of the likelier model into those of a tag of any model (`cost`) and of the known model
 * (`knownModel`).
 */
function splitByModel(prior: OffsetPrior, { cost, offset, shrink, knownModel }: CostScratch, count: number): void {
  const min = 1 / prior.varianceDb2;
  for (let k = 0; k < count; k++) {
    const sum = offset[k]! / shrink[k]!;
    const weight = 1 / shrink[k]! - min;
    const apart = knownModelCost(prior, sum, weight) - unknownModelCost(prior, sum, weight);
    cost[k]! -= Math.min(0, apart);
    knownModel[k] = cost[k]! + apart;
  }
}

type Nodes = (typeof gaussHermite)[number];

/**
 * Writes to `sums` what non-detection costs at each strength that the tag may have if it is of the known model, or of
 * any.
 */
function tryStrengths(
  prior: OffsetPrior,
  isKnownModel: boolean,
  { offset, shrink, reach, sums }: CostScratch,
  count: number,
  cells: Int32Array | null,
): Nodes {
  const sdDb = Math.sqrt(isKnownModel ? knownModelVariance(prior, shrink[0]!) : shrink[0]!);
  const nodes = gaussHermite[sdDb <= COST.knownStrengthDb ? 0 : sdDb <= COST.nearlyKnownStrengthDb ? 1 : 2];
  nodes.at.forEach((at, j) => {
    for (let k = 0; k < count; k++) {
      reach[k] = isKnownModel
        ? knownModelOffset(prior, offset[k]!, shrink[k]!) + at * Math.sqrt(knownModelVariance(prior, shrink[k]!))
        : offset[k]! + at * Math.sqrt(shrink[k]!);
    }
    addAll(reach, sums[j]!, count, cells);
  });
  return nodes;
}

/**
 * The non-detecting gateways of one call: their curves, what they should hear in each cell, and what is added to that,
 * dB. One for the module, since a fix is computed in one go.
 */
const listed = { count: 0, curves: [] as Float32Array[], tables: [] as Float32Array[], aboveDb: [] as number[] };

function listNonDetecting(nonDetecting: NonDetectingAnchors, fine: boolean, meanDb: number): void {
  listed.count = 0;
  for (const anchor of nonDetecting.alive) listOne(anchor, nonDetecting, COST.aliveLapse, fine, meanDb);
  for (const anchor of nonDetecting.unsure) listOne(anchor, nonDetecting, COST.unsureLapse, fine, meanDb);
}

function listOne(
  anchor: PlacedAnchor,
  { packets, shadowSdDb, faintestDbm }: NonDetectingAnchors,
  lapse: number,
  fine: boolean,
  meanDb: number,
): void {
  const at = listed.count++;
  listed.curves[at] = nonDetectionCurve(packets, shadowSdDb, lapse);
  listed.tables[at] = fine ? anchor.tables.fine : anchor.tables.coarse;
  listed.aboveDb[at] = meanDb - (anchor.windows >= COST.shownWindows ? anchor.faintestDbm : faintestDbm);
}

/** Fills up a pass that lacks gateways. */
const noCost = new Float32Array(COST.curveSteps);

/**
 * Writes to `sum` the cost of all listed gateways' non-detection if the tag has the strength in `reach`. Three gateways
 * in one pass, since reading and storing the sums costs as much as a gateway.
 */
function addAll(reach: Float64Array, sum: Float64Array, count: number, cells: Int32Array | null): void {
  const { curves, tables, aboveDb } = listed;
  sum.fill(0, 0, count);
  for (let g = 0; g < listed.count; g += 3) {
    const last = listed.count - 1;
    const c0 = curves[g]!;
    const c1 = g + 1 > last ? noCost : curves[g + 1]!;
    const c2 = g + 2 > last ? noCost : curves[g + 2]!;
    const t0 = tables[g]!;
    const t1 = tables[Math.min(g + 1, last)]!;
    const t2 = tables[Math.min(g + 2, last)]!;
    const a0 = aboveDb[g]!;
    const a1 = aboveDb[Math.min(g + 1, last)]!;
    const a2 = aboveDb[Math.min(g + 2, last)]!;
    for (let k = 0; k < count; k++) {
      const cell = cells === null ? k : cells[k]!;
      const db = reach[k]!;
      sum[k]! +=
        c0[indexOf(t0[cell]! + db + a0)]! + c1[indexOf(t1[cell]! + db + a1)]! + c2[indexOf(t2[cell]! + db + a2)]!;
    }
  }
}

/** Adds to `cost` the sum over the strengths tried, and moves those of `learns` to what explains the non-detection. */
function weighNodes(
  { at, share }: Nodes,
  cost: Float64Array,
  learns: Pick<CostScratch, "offset" | "shrink"> | null,
  sums: Float64Array[],
  count: number,
): void {
  if (at.length === 1) {
    for (let k = 0; k < count; k++) cost[k]! += sums[0]![k]!;
    return;
  }
  for (let k = 0; k < count; k++) {
    let min = Infinity;
    for (let j = 0; j < at.length; j++) min = Math.min(min, sums[j]![k]!);
    let total = 0;
    let mean = 0;
    let square = 0;
    for (let j = 0; j < at.length; j++) {
      const p = share[j]! * expMinus(0.5 * (sums[j]![k]! - min));
      total += p;
      mean += p * at[j]!;
      square += p * at[j]! ** 2;
    }
    cost[k]! += min - 2 * Math.log(total);
    if (learns === null) continue;
    mean /= total;
    learns.offset[k]! += mean * Math.sqrt(learns.shrink[k]!);
    learns.shrink[k]! *= Math.max(COST.minStrengthShare, square / total - mean * mean);
  }
}

function knownModelVariance(prior: OffsetPrior, variance: number): number {
  return 1 / (1 / variance - 1 / prior.varianceDb2 + 1 / prior.knownModelVarianceDb2);
}

/** The strength in a cell of a tag of the known model, above the prior's mean. */
function knownModelOffset(prior: OffsetPrior, offset: number, variance: number): number {
  const apart = (prior.knownModelMeanDb - prior.meanDb) / prior.knownModelVarianceDb2;
  return knownModelVariance(prior, variance) * (offset / variance + apart);
}

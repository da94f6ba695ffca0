import type { CostScratch } from "./cellCosts.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { indexOf, unheardCurve } from "./unheardCurve.ts";

/** Gateways of a tag's floor that do not hear it: those known to be alive, and those that may be off. */
export interface SilentAnchors {
  alive: PlacedAnchor[];
  unsure: PlacedAnchor[];
  /** How many packets each of them has missed. */
  packets: number;
  /** Standard deviation of their levels around the law, dB. */
  shadowSdDb: number;
  /** The weakest packet that was heard at the site, dBm. */
  faintestDbm: number;
}

/** How often a gateway is silent for other reasons: bodies, collisions; one that hears no tag at all may be off. */
const ALIVE_LAPSE = 0.1;
const UNSURE_LAPSE = 0.2;
/** A gateway that heard tags in this many windows has shown how faint a packet it can hear. */
const SHOWN_WINDOWS = 100;

/** Where the Gaussian of a tag's strength is sampled, in standard deviations, and the weights (Gauss–Hermite). */
const NODES = [
  { at: [0], share: [1] },
  { at: [-1.732, 0, 1.732], share: [1 / 6, 2 / 3, 1 / 6] },
  { at: [-2.857, -1.3556, 0, 1.3556, 2.857], share: [0.01126, 0.22207, 0.53334, 0.22207, 0.01126] },
] as const;
export const MOST_NODES = 5;
/** Up to these standard deviations one strength, or three, are enough, dB. */
const KNOWN_DB = 1.5;
const NEARLY_KNOWN_DB = 2.5;

/**
 * Adds the cost of their silence to each cell, over all strengths the tag may have if it is there: a weak tag close by
 * is as silent as a strong one far away. What their silence says about its strength goes into `scratch` too.
 */
export function addSilence(
  silent: SilentAnchors,
  fine: boolean,
  prior: OffsetPrior,
  scratch: CostScratch,
  count: number,
  cells: Int32Array | null,
): void {
  if (silent.alive.length + silent.unsure.length === 0 || count === 0) return;
  // For a tag that is probably of the known kind, the wide Gaussian would try strengths that it does not have.
  const isKin = prior.kinShare > 0.5;
  const { offset, shrink, reach, sums } = scratch;
  const sdDb = Math.sqrt(isKin ? kinVariance(prior, shrink[0]!) : shrink[0]!);
  const nodes = NODES[sdDb <= KNOWN_DB ? 0 : sdDb <= NEARLY_KNOWN_DB ? 1 : 2];
  nodes.at.forEach((at, j) => {
    for (let k = 0; k < count; k++) {
      reach[k] = isKin
        ? kinOffset(prior, offset[k]!, shrink[k]!) + at * Math.sqrt(kinVariance(prior, shrink[k]!))
        : offset[k]! + at * Math.sqrt(shrink[k]!);
    }
    const sum = sums[j]!;
    sum.fill(0, 0, count);
    for (const anchor of silent.alive)
      addOne(anchor, silent, ALIVE_LAPSE, fine, prior.meanDb, reach, sum, count, cells);
    for (const anchor of silent.unsure)
      addOne(anchor, silent, UNSURE_LAPSE, fine, prior.meanDb, reach, sum, count, cells);
  });
  weighNodes(nodes, isKin, scratch, count);
}

/** Adds the cost of one gateway's silence if the tag has the strength in `reach`. */
function addOne(
  anchor: PlacedAnchor,
  { packets, shadowSdDb, faintestDbm }: SilentAnchors,
  lapse: number,
  fine: boolean,
  meanDb: number,
  reach: Float64Array,
  sum: Float64Array,
  count: number,
  cells: Int32Array | null,
): void {
  const curve = unheardCurve(packets, shadowSdDb, lapse);
  const table = fine ? anchor.tables.fine : anchor.tables.coarse;
  const aboveDb = meanDb - (anchor.windows >= SHOWN_WINDOWS ? anchor.faintestDbm : faintestDbm);
  for (let k = 0; k < count; k++) {
    const cell = cells === null ? k : cells[k]!;
    sum[k]! += curve[indexOf(table[cell]! + reach[k]! + aboveDb)]!;
  }
}

/** Sums over the strengths tried, and moves the strength of each cell to those that explain the silence. */
function weighNodes(
  { at, share }: (typeof NODES)[number],
  isKin: boolean,
  { cost, offset, shrink, sums }: CostScratch,
  count: number,
): void {
  if (at.length === 1) {
    for (let k = 0; k < count; k++) cost[k]! += sums[0]![k]!;
    return;
  }
  for (let k = 0; k < count; k++) {
    let least = Infinity;
    for (let j = 0; j < at.length; j++) least = Math.min(least, sums[j]![k]!);
    let total = 0;
    let mean = 0;
    let square = 0;
    for (let j = 0; j < at.length; j++) {
      const p = share[j]! * Math.exp(0.5 * (least - sums[j]![k]!));
      total += p;
      mean += p * at[j]!;
      square += p * at[j]! ** 2;
    }
    cost[k]! += least - 2 * Math.log(total);
    if (isKin) continue;
    mean /= total;
    offset[k]! += mean * Math.sqrt(shrink[k]!);
    shrink[k]! *= Math.max(LEAST_SHARE, square / total - mean * mean);
  }
}

/** Five values cannot represent a Gaussian that has become narrower than this share of its variance. */
const LEAST_SHARE = 0.1;

function kinVariance(prior: OffsetPrior, variance: number): number {
  return 1 / (1 / variance - 1 / prior.varianceDb2 + 1 / prior.kinVarianceDb2);
}

/** The strength in a cell of a tag of the known kind, above the prior's mean. */
function kinOffset(prior: OffsetPrior, offset: number, variance: number): number {
  const apart = (prior.kinMeanDb - prior.meanDb) / prior.kinVarianceDb2;
  return kinVariance(prior, variance) * (offset / variance + apart);
}

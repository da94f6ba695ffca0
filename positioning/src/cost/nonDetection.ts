import type { CostScratch } from "./cellCosts.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { indexOf, nonDetectionCurve } from "./nonDetectionCurve.ts";
import { expMinus } from "./expMinus.ts";
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
const nodes = [
  { at: -Math.sqrt(3), share: 1 / 6 },
  { at: 0, share: 2 / 3 },
  { at: Math.sqrt(3), share: 1 / 6 },
];

/**
 * Adds the cost of their non-detection to each cell, over the strengths that the tag may have if it is there: a weak tag
 * close by goes as unheard as a strong one far away. What that says about its strength goes into `scratch`, too.
 */
export function addNonDetection(
  { alive, unsure, packets, shadowSdDb, faintestDbm }: NonDetectingAnchors,
  fine: boolean,
  prior: OffsetPrior,
  { cost, offset, shrink }: CostScratch,
  count: number,
  cells: Int32Array | null,
): void {
  const silent = alive.concat(unsure);
  if (silent.length === 0) return;
  const curve = nonDetectionCurve(packets, shadowSdDb);
  const tables = silent.map((anchor) => (fine ? anchor.tables.fine : anchor.tables.coarse));
  const aboveDb = silent.map(
    ({ windows, faintestDbm: ownDbm }) => prior.meanDb - (windows >= COST.shownWindows ? ownDbm : faintestDbm),
  );
  for (let k = 0; k < count; k++) {
    const cell = cells === null ? k : cells[k]!;
    const sdDb = Math.sqrt(shrink[k]!);
    let total = 0;
    let mean = 0;
    let square = 0;
    for (const { at, share } of nodes) {
      let sum = 0;
      for (let g = 0; g < tables.length; g++)
        sum += curve[indexOf(tables[g]![cell]! + offset[k]! + at * sdDb + aboveDb[g]!)]!;
      const p = share * expMinus(0.5 * sum);
      total += p;
      mean += p * at;
      square += p * at * at;
    }
    mean /= total;
    cost[k]! -= 2 * Math.log(total);
    offset[k]! += mean * sdDb;
    // Three values cannot represent a narrower Gaussian.
    shrink[k]! *= Math.max(0.1, square / total - mean * mean);
  }
}

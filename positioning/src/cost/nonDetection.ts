import type { Places } from "./places.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { indexOf, nonDetectionCurve } from "./nonDetectionCurve.ts";
import { expMinus } from "./expMinus.ts";

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

/** Gauss–Hermite quadrature of a Gaussian in three points: the mean and, with a sixth each, this many deviations off. */
const nodeSds = Math.sqrt(3);

/**
 * Adds the cost of their non-detection to each place from `first` on, over the strengths that the tag may have if it is
 * there: a weak tag close by goes as unheard as a strong one far away. What that says about its strength counts as well.
 */
export function addNonDetection(
  { alive, unsure, packets, shadowSdDb, faintestDbm }: NonDetectingAnchors,
  prior: OffsetPrior,
  { count, at, p, offset, variance }: Places,
  first: number,
): void {
  const silent = alive.concat(unsure);
  if (silent.length === 0) return;
  const curve = nonDetectionCurve(packets, shadowSdDb);
  const tables = silent.map((anchor) => anchor.tables.level);
  const aboveDb = prior.meanDb - faintestDbm;
  for (let k = first; k < count; k++) {
    const i = at[k]!;
    const sdDb = Math.sqrt(variance[k]!);
    const offDb = nodeSds * sdDb;
    let weak = 0;
    let usual = 0;
    let strong = 0;
    for (let g = 0; g < tables.length; g++) {
      const db = tables[g]![i]! + offset[k]! + aboveDb;
      weak += curve[indexOf(db - offDb)]!;
      usual += curve[indexOf(db)]!;
      strong += curve[indexOf(db + offDb)]!;
    }
    const least = Math.min(weak, usual, strong);
    const pWeak = expMinus(0.5 * (weak - least)) / 6;
    const pStrong = expMinus(0.5 * (strong - least)) / 6;
    const total = pWeak + (2 / 3) * expMinus(0.5 * (usual - least)) + pStrong;
    const mean = (nodeSds * (pStrong - pWeak)) / total;
    p[k]! += least - 2 * Math.log(total);
    offset[k]! += mean * sdDb;
    // Three values cannot represent a narrower Gaussian.
    variance[k]! *= Math.max(0.1, (3 * (pWeak + pStrong)) / total - mean * mean);
  }
}

import type { PlacedSite } from "./placedSite.ts";
import { newSlabLoss, type SlabLoss } from "./slabLoss.ts";

/**
 * How much more (+) the present path-loss model expects of every tag than earlier path-loss models, by their version,
 * dB.
 */
export type ModelShifts = ReadonlyMap<number, number>;

/** What a site learns about its radio while it locates; what it learns about a gateway is kept at that gateway. */
export interface SiteLearning {
  slab: SlabLoss;
  /** How tags' strengths change from earlier path-loss models to this one. */
  modelShifts: ModelShifts;
  /** The weakest packet that was heard here, dBm. */
  faintestDbm: number;
}

/** A site and what it has learned. */
export interface LearningSite extends PlacedSite {
  learning: SiteLearning;
}

/** Every receiver hears at least this, dBm. */
const USUALLY_FAINTEST_DBM = -85;

export function newSiteLearning(): SiteLearning {
  return { slab: newSlabLoss(), modelShifts: new Map(), faintestDbm: USUALLY_FAINTEST_DBM };
}

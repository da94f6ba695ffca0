import { type Misfit, newMisfit } from "./misfit.ts";
import type { PlacedSite } from "./placedSite.ts";
import { newSlabLoss, type SlabLoss } from "./slabLoss.ts";

/** How much more (+) the present law expects of every tag than earlier laws, by their version, dB. */
export type CarriedLaws = ReadonlyMap<number, number>;

/** What a site learns about its radio while it locates; what it learns about a gateway is kept at that gateway. */
export interface SiteLearning {
  misfit: Misfit;
  slab: SlabLoss;
  /** How tags' strengths change from earlier laws to this one. */
  carried: CarriedLaws;
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
  return { misfit: newMisfit(), slab: newSlabLoss(), carried: new Map(), faintestDbm: USUALLY_FAINTEST_DBM };
}

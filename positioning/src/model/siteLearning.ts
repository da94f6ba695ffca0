import { type ChiSquare, newChiSquare } from "./chiSquare.ts";
import type { PlacedSite } from "./placedSite.ts";
import { MODEL } from "./modelConstants.ts";

/** The loss of a ceiling of the site, as far as gateways that hear tags through ceilings have shown it. */
export interface SlabLoss {
  meanDb: number;
  observations: number;
}

export function newSlabLoss(): SlabLoss {
  return { meanDb: MODEL.slabDb, observations: MODEL.slabObservations };
}

/**
 * How much more (+) the present path-loss model expects of every tag than earlier path-loss models, by their version,
 * dB.
 */
export type ModelShifts = ReadonlyMap<number, number>;

/** What a site learns about its radio while it locates; what it learns about a gateway is kept at that gateway. */
export interface SiteLearning {
  chiSquare: ChiSquare;
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

export function newSiteLearning(): SiteLearning {
  return { chiSquare: newChiSquare(), slab: newSlabLoss(), modelShifts: new Map(), faintestDbm: MODEL.faintestDbm };
}

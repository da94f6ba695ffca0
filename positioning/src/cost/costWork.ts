import type { LearningSite } from "../model/siteLearning.ts";
import { type Measurements, newMeasurements } from "../window/measurements.ts";
import type { DirectFit } from "./directFit.ts";
import { newOffsetPrior, type OffsetPrior } from "./offsetPrior.ts";
import { newPosterior, newPosteriorScratch, type Posterior, type PosteriorScratch } from "./posterior.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";

/** Scratch space, so that a fix allocates next to nothing. */
export interface CostWork {
  measurements: Measurements;
  posterior: Posterior;
  /** What ranges and angles said in the newest fix; null: there were none. */
  direct: DirectFit | null;
  scratch: PosteriorScratch;
  prior: OffsetPrior;
  nonDetecting: NonDetectingAnchors;
}

/** A site with the space in which costs are computed. It serves one caller at a time. */
export interface CostSite extends LearningSite {
  work: CostWork;
}

export function newCostWork(): CostWork {
  return {
    measurements: newMeasurements(),
    posterior: newPosterior(),
    direct: null,
    scratch: newPosteriorScratch(),
    prior: newOffsetPrior(),
    nonDetecting: { alive: [], unsure: [], packets: 0, shadowSdDb: 0, faintestDbm: 0 },
  };
}

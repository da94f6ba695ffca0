import type { DirectFit } from "../cost/directFit.ts";
import type { NonDetectingAnchors } from "../cost/nonDetection.ts";
import { newOffsetPrior, type OffsetPrior } from "../cost/offsetPrior.ts";
import { newPosterior, newPosteriorScratch, type Posterior, type PosteriorScratch } from "../cost/posterior.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import { type Measurements, newMeasurements } from "../window/measurements.ts";

/** Scratch space, so that a fix allocates next to nothing. */
export interface FixWork {
  measurements: Measurements;
  prior: OffsetPrior;
  nonDetecting: NonDetectingAnchors;
  posterior: Posterior;
  scratch: PosteriorScratch;
  /** What ranges and angles said in the newest fix; null: there were none. */
  direct: DirectFit | null;
  /** How likely each floor is. */
  scores: Float64Array;
  /** How likely each room of a floor is (chooseRoom.ts). */
  roomShares: Float64Array;
  /** Power at 1 m that the tag located last states, dBm; null: none. */
  statedPowerDbm: number | null;
}

/** A site with the space in which fixes are computed. It serves one caller at a time. */
export interface FixSite extends LearningSite {
  work: FixWork;
}

/** Scratch space for a site's floors. */
export function newFixWork(floors: readonly PlacedFloor[]): FixWork {
  return {
    measurements: newMeasurements(),
    prior: newOffsetPrior(),
    nonDetecting: { alive: [], unsure: [], packets: 0, shadowSdDb: 0, faintestDbm: 0 },
    posterior: newPosterior(),
    scratch: newPosteriorScratch(),
    direct: null,
    scores: new Float64Array(floors.length),
    roomShares: new Float64Array(Math.max(0, ...floors.map(({ rooms }) => rooms?.ids.length ?? 0))),
    statedPowerDbm: null,
  };
}

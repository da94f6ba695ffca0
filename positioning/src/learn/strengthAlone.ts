import type { FloorGrid } from "../model/floorGrid.ts";
import type { DirectEvidence } from "../cost/directCosts.ts";
import { newOffsetPrior, type OffsetPrior, type TagModelPrior } from "../cost/offsetPrior.ts";
import { newPosterior, newPosteriorScratch, solvePosterior } from "../cost/posterior.ts";
import type { NonDetectingAnchors } from "../cost/nonDetection.ts";
import type { Measurements } from "../window/measurements.ts";
import { MODEL } from "../model/modelConstants.ts";

/** A tag's strength as one window alone shows it, dB relative to the site's usual tag. */
export interface Strength {
  meanDb: number;
  varianceDb2: number;
}

/** Scratch space of the module, since a fix is computed in one go. The site's own still holds the fix. */
const prior = newOffsetPrior();
const alone = newPosterior();
const scratch = newPosteriorScratch();

/**
 * The tag's strength as these windows show it without prior knowledge, wherever on the floor it may be. What is known
 * must not take part: a place that bends to it confirms it, and non-detection says nothing about a known strength.
 * Null: nothing shows.
 * @param knownModelShare how likely it is of its model by now
 */
export function strengthAlone(
  grid: FloorGrid,
  m: Measurements,
  kind: TagModelPrior,
  knownModelShare: number,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence | null,
): Strength | null {
  ofAnyTag(kind, knownModelShare, prior);
  solvePosterior(grid, m, prior, scratch, alone, nonDetecting, direct);
  const precision = 1 / alone.offsetVariance - 1 / prior.varianceDb2;
  if (!(precision > 0)) return null;
  const precisionMean = alone.offsetDb / alone.offsetVariance - prior.meanDb / prior.varianceDb2;
  return { meanDb: precisionMean / precision, varianceDb2: 1 / precision };
}

/**
 * The strength expected of a tag from its probable model, a surveyed make or any, but not from its learned strength.
 */
function ofAnyTag(kind: TagModelPrior, knownModelShare: number, out: OffsetPrior): void {
  const isMixed = kind.unknownModelShare > 0;
  out.meanDb = isMixed ? 0 : kind.meanDb;
  out.varianceDb2 = Math.max(kind.unknownModelSdDb, MODEL.tagOffsetSdDb) ** 2;
  out.knownModelShare = isMixed ? Math.min(kind.maxKnownModelShare, knownModelShare) : 0;
  out.knownModelMeanDb = kind.meanDb;
  out.knownModelVarianceDb2 = kind.sdDb ** 2;
}

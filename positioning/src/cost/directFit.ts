import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import { agreementOf, type Agreement, type DirectEvidence } from "./directCosts.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import { solvePosterior, type Posterior, type PosteriorScratch } from "./posterior.ts";

/** What ranges and angles leave to the other evidence of a place, and how well they agree with each other. */
export interface DirectFit extends Agreement {
  /** Which share of what is known of the place comes from strength, 0–1. */
  strengthShare: number;
}

/**
 * Solves the posterior with ranges and angles. The share of strength is the variance that is left, of that which strength
 * alone leaves.
 */
export function solveDirect(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence,
): DirectFit {
  let alone = Infinity;
  if (m.count) {
    solvePosterior(grid, m, prior, scratch, out, nonDetecting);
    alone = out.varX + out.varY;
  }
  solvePosterior(grid, m, prior, scratch, out, nonDetecting, direct);
  const strengthShare = Math.min(1, (out.varX + out.varY) / alone);
  return { strengthShare, ...agreementOf(direct, out.x, out.y) };
}

import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import type { DirectEvidence } from "./directCosts.ts";
import { expMinus } from "./expMinus.ts";
import { isMapped } from "./levelCosts.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import { leastCost } from "./places.ts";
import { blockCosts, type PosteriorScratch } from "./posterior.ts";

/**
 * Log-likelihood (nats) of the measurements on a floor, wherever on it the tag may be, over its blocks; comparable between
 * floors of one site if the same gateways are arranged for each.
 */
export function logEvidenceOn(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence | null = null,
): number {
  const places = blockCosts(grid, m, prior, scratch, nonDetecting, direct);
  const { count, at, p } = places;
  const best = leastCost(places);
  let sum = 0;
  for (let k = 0; k < count; k++) sum += grid.size[at[k]!]! * expMinus(0.5 * (p[k]! - best));
  let log = -0.5 * best + Math.log(sum / grid.mass);
  // Maps include their own variances, place by place.
  if (!isMapped(m)) for (let i = 0; i < m.count; i++) log += 0.5 * Math.log(m.weight[i]!);
  return log;
}

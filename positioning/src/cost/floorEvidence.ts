import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import { addDirect, type DirectEvidence } from "./directCosts.ts";
import { expMinus } from "./expMinus.ts";
import { coarseCosts, isMapped, type PosteriorScratch } from "./posterior.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";

/**
 * Log-likelihood (nats) of the measurements on a floor, wherever on it the tag may be, over its coarse raster;
 * comparable between floors of one site if the same gateways are arranged for each.
 */
export function logEvidenceOn(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence | null = null,
): number {
  const { cost } = coarseCosts(grid, m, prior, scratch, nonDetecting);
  if (direct) addDirect(direct, false, cost, grid.coarseX.length, null);
  const { coarseCells, coarseMass } = grid;
  let best = Infinity;
  for (let i = 0; i < coarseCells.length; i++) if (cost[i]! < best) best = cost[i]!;
  let sum = 0;
  for (let i = 0; i < coarseCells.length; i++) sum += coarseCells[i]! * expMinus(0.5 * (cost[i]! - best));
  let log = -0.5 * best + Math.log(sum / coarseMass);
  // Maps include their own variances, cell by cell.
  if (!isMapped(m)) for (let i = 0; i < m.count; i++) log += 0.5 * Math.log(m.weight[i]!);
  return log;
}

import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { LEARN } from "./learnConstants.ts";

/** A place at which a path-loss model is evaluated, for a square around it. */
export interface Sample {
  x: number;
  y: number;
  logPrior: number;
  /** Mean square radius of the square. */
  spreadM2: number;
}

/** The places of a floor at which a path-loss model is evaluated: its coarse raster, thinned on a large floor. */
export function samplesOf({ grid }: PlacedFloor): Sample[] {
  const samples: Sample[] = [];
  const skip = Math.max(1, Math.round(Math.sqrt(grid.coarseX.length / LEARN.evidenceCells)));
  const sideM = grid.cellM * grid.stride * skip;
  for (let i = 0; i < grid.coarseX.length; i++) {
    if (grid.coarseColumn[i]! % skip || grid.coarseRow[i]! % skip) continue;
    samples.push({
      x: grid.coarseX[i]!,
      y: grid.coarseY[i]!,
      logPrior: -0.5 * grid.coarseCost[i]!,
      spreadM2: sideM ** 2 / 6,
    });
  }
  const total = Math.log(samples.reduce((sum, { logPrior }) => sum + Math.exp(logPrior), 0));
  return samples.map((sample) => ({ ...sample, logPrior: sample.logPrior - total }));
}

/** Log₁₀ of a gateway's distance to a place, as a root mean square over its square, m. */
export function logDistanceTo({ x, y, z }: PlacedAnchor, place: Sample, tagHeightM: number): number {
  const d2 = (x - place.x) ** 2 + (y - place.y) ** 2 + (z - tagHeightM) ** 2 + place.spreadM2;
  return 0.5 * Math.log10(Math.max(0.01, d2));
}

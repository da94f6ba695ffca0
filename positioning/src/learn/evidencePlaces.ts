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

/** The places of a floor at which a path-loss model is evaluated: its blocks, thinned on a large floor. */
export function samplesOf({ grid }: PlacedFloor): Sample[] {
  const samples: Sample[] = [];
  const cells = grid.inside.length;
  const blockM = grid.cellM * grid.stride;
  const skip = Math.max(1, Math.round(Math.sqrt((grid.x.length - cells) / LEARN.evidenceCells)));
  for (let at = cells; at < grid.x.length; at++) {
    const [x, y] = [grid.x[at]!, grid.y[at]!];
    const [column, row] = [(x - grid.extent.minX) / blockM, (y - grid.extent.minY) / blockM];
    if (Math.floor(column) % skip || Math.floor(row) % skip) continue;
    samples.push({ x, y, logPrior: -0.5 * grid.cost[at]!, spreadM2: (skip * blockM) ** 2 / 6 });
  }
  const total = Math.log(samples.reduce((sum, { logPrior }) => sum + Math.exp(logPrior), 0));
  return samples.map((sample) => ({ ...sample, logPrior: sample.logPrior - total }));
}

/** Log₁₀ of a gateway's distance to a place, as a root mean square over its square, m. */
export function logDistanceTo({ x, y, z }: PlacedAnchor, place: Sample, tagHeightM: number): number {
  const d2 = (x - place.x) ** 2 + (y - place.y) ** 2 + (z - tagHeightM) ** 2 + place.spreadM2;
  return 0.5 * Math.log10(Math.max(0.01, d2));
}

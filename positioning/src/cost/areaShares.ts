import type { AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import { BY_CELL, BY_SAMPLE, type PosteriorScratch } from "./posterior.ts";

/**
 * How much of the posterior that `solvePosterior` has just left in `scratch` lies in each area, 0–1, and in none of them:
 * the cells' probabilities summed over the polygons, which are indexed once (`indexAreas`). Pure: it writes `out` (one number for
 * each area) and nothing else. Fences ask for likely places instead (decision 58).
 * @param widen how much wider the error is than the posterior (radius.ts), at least 1: its logarithm is flattened by the
 * square of that, or a posterior that is too sure of its cells would be too sure of the room
 */
export function areaShares(
  grid: FloorGrid,
  scratch: PosteriorScratch,
  { cells, blocks }: AreaIndex,
  widen: number,
  out: Float64Array,
): number {
  const flat = 1 / (widen * widen);
  const { coarse, fine, taken } = scratch;
  const { blockStart, blockCells, coarseCells } = grid;
  out.fill(0);
  let total = 0;
  let nowhere = 0;
  let k = 0;
  for (let block = 0; block < grid.coarseX.length; block++) {
    if (taken[block] === BY_SAMPLE) {
      const each = coarse.cost[block]! / coarseCells[block]!;
      const p = coarseCells[block]! * each ** flat;
      total += p;
      nowhere += p * share(blocks, block, p, out);
    } else if (taken[block] === BY_CELL) {
      for (let at = blockStart[block]!; at < blockStart[block + 1]!; at++) {
        const p = fine.cost[k++]! ** flat;
        total += p;
        nowhere += p * share(cells, blockCells[at]!, p, out);
      }
    }
  }
  for (let area = 0; area < out.length; area++) out[area]! /= total;
  return nowhere / total;
}

/** Adds its part of `p` to each area that holds some of the cell; returns what is left of 1. */
function share({ start, area, share: shares }: AreaIndex["cells"], cell: number, p: number, out: Float64Array): number {
  let left = 1;
  for (let i = start[cell]!; i < start[cell + 1]!; i++) {
    out[area[i]!]! += p * shares[i]!;
    left -= shares[i]!;
  }
  return Math.max(0, left);
}

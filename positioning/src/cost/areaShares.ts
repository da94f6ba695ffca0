import type { AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import { BY_CELL, BY_SAMPLE } from "./cellCosts.ts";
import { type PosteriorScratch } from "./posterior.ts";

/**
 * The share (0–1) of the posterior that `solvePosterior` has just left in `scratch` in each area; returns the share in
 * none of them. The cells' probabilities are summed over the polygons, which are indexed once (`indexAreas`). Pure: it
 * writes only `out` (one number for each area). Fences use likely places instead (decision 32).
 * @param widen how much wider the error is than the posterior (radius.ts), at least 1: its logarithm is flattened by
 * the square of that, or a posterior that is too sure of its cells would be too sure of the room
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

/** Adds its part of `p` to each area that contains some of the cell; returns the rest of 1. */
function share({ start, area, share: shares }: AreaIndex["cells"], cell: number, p: number, out: Float64Array): number {
  let left = 1;
  for (let i = start[cell]!; i < start[cell + 1]!; i++) {
    out[area[i]!]! += p * shares[i]!;
    left -= shares[i]!;
  }
  return Math.max(0, left);
}

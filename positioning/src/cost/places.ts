import type { FloorGrid } from "../model/floorGrid.ts";
import { COST } from "./costConstants.ts";

/**
 * Places on a floor where a tag may be, and what is known of each: cells where it is likely, blocks of cells where it is
 * less so, and parts of cells if ranges and angles are more exact than cells. Those of one block follow each other.
 */
export interface Places {
  count: number;
  /** The cell or block that a place is or is part of, as the floor's grid numbers them. */
  at: Int32Array;
  x: Float64Array;
  y: Float64Array;
  /** While costs are added up −2 log of its probability density, then its probability relative to the likeliest cell. */
  p: Float64Array;
  /** The tag's strength if it is there, dB above the prior's mean, and the variance of that, dB². */
  offset: Float64Array;
  variance: Float64Array;
  /** Space for those who write these. */
  spare: Float64Array;
}

export function newPlaces(size: number): Places {
  const numbers = (): Float64Array => new Float64Array(size);
  return {
    count: 0,
    at: new Int32Array(size),
    x: numbers(),
    y: numbers(),
    p: numbers(),
    offset: numbers(),
    variance: numbers(),
    spare: numbers(),
  };
}

/** Lists every block of the floor, with its prior as its cost. */
export function listBlocks(places: Places, { inside, x, y, cost }: FloorGrid): void {
  const cells = inside.length;
  places.count = x.length - cells;
  places.x.set(x.subarray(cells));
  places.y.set(y.subarray(cells));
  places.p.set(cost.subarray(cells));
  for (let k = 0; k < places.count; k++) places.at[k] = cells + k;
}

/**
 * Drops blocks that are far less likely than the best, and lists the cells of the likely ones in their stead, with their
 * priors as costs, unless these are too many. Returns the index of the first cell.
 */
export function listLikelyCells(places: Places, grid: FloorGrid): number {
  const { at, p } = places;
  const { stride, blockStart, blockCells } = grid;
  const best = leastCost(places);
  const [near, far] = [best + 2 * COST.fineCut, best + 2 * COST.nothingCut];
  const likely: number[] = [];
  for (let k = 0; k < places.count; k++) if (p[k]! < near) likely.push(at[k]! - grid.inside.length);
  const isFine = stride > 1 && likely.length <= COST.maxFineBlocks;
  let used = 0;
  for (let k = 0; k < places.count; k++) if (p[k]! < far && !(isFine && p[k]! < near)) move(places, k, used++);
  places.count = used;
  if (!isFine) return used;
  for (const block of likely)
    for (let i = blockStart[block]!; i < blockStart[block + 1]!; i++) {
      const cell = blockCells[i]!;
      const k = places.count++;
      at[k] = cell;
      p[k] = grid.cost[cell]!;
      places.x[k] = grid.x[cell]!;
      places.y[k] = grid.y[cell]!;
    }
  return used;
}

/** Copies a place to another index of the list. */
export function move({ at, x, y, p, offset, variance, spare }: Places, from: number, to: number): void {
  at[to] = at[from]!;
  x[to] = x[from]!;
  y[to] = y[from]!;
  p[to] = p[from]!;
  offset[to] = offset[from]!;
  variance[to] = variance[from]!;
  spare[to] = spare[from]!;
}

export function leastCost({ count, p }: Places): number {
  let least = Infinity;
  for (let k = 0; k < count; k++) if (p[k]! < least) least = p[k]!;
  return least;
}

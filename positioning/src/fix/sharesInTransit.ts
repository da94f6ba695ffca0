import type { AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import { pathDensity } from "../model/pathDensity.ts";
import {
  type RoomFilterScratch,
  type Box,
  newRoomFilterScratch,
  type RoomFilter,
  diffuse,
  widenTo,
} from "./roomFilter.ts";
import { FIX } from "./fixConstants.ts";

/** What a floor's shape says about tags that walk. */
interface PathDensities {
  /** How often somebody who walks is in each cell; the mean is 1. */
  walked: Float64Array;
  /** How many cells of the floor are within reach of each. */
  around: Float64Array;
}

/** By its steps, which stay what they are as long as its model is in use: computed when the first tag walks there. */
const known = new WeakMap<Uint8Array, PathDensities>();

/**
 * The share (0–1) of a room filter in each area if its tag is on its way: it has gone on since it was heard, perhaps
 * through a door that the filter's random walk hardly finds, and it is rather where ways lead. Returns the share in
 * none.
 * @param out one number for each area
 */
export function sharesInTransit(
  { grid, steps }: { grid: FloorGrid; steps: Uint8Array },
  roomFilter: RoomFilter,
  { cells }: AreaIndex,
  work: RoomFilterScratch,
  out: Float64Array,
): number {
  const { walked, around } = pathDensitiesOf(grid, steps);
  const { columns } = grid;
  const box: Box = { column0: columns, column1: -1, row0: grid.rows, row1: -1 };
  for (let i = 0; i < roomFilter.count; i++) {
    const cell = roomFilter.cells[i]!;
    work.mass[cell] = roomFilter.mass[i]! / around[cell]!;
    widenTo(box, cell, columns);
  }
  sumAround(grid, work, box);
  out.fill(0);
  let total = 0;
  let none = 0;
  for (let row = box.row0; row <= box.row1; row++)
    for (let cell = row * columns + box.column0; cell <= row * columns + box.column1; cell++) {
      const p = grid.inside[cell] ? work.mass[cell]! * walked[cell]! : 0;
      work.mass[cell] = 0;
      if (p === 0) continue;
      let left = 1;
      for (let at = cells.start[cell]!; at < cells.start[cell + 1]!; at++) {
        out[cells.area[at]!]! += p * cells.share[at]!;
        left -= cells.share[at]!;
      }
      total += p;
      none += p * Math.max(0, left);
    }
  for (let area = 0; area < out.length; area++) out[area]! /= total;
  return none / total;
}

function pathDensitiesOf(grid: FloorGrid, steps: Uint8Array): PathDensities {
  let ways = known.get(steps);
  if (!ways) {
    const all: Box = { column0: 0, column1: grid.columns - 1, row0: 0, row1: grid.rows - 1 };
    const work = newRoomFilterScratch(steps.length);
    work.mass.set(pathDensity(grid, steps));
    diffuse(grid, steps, work, { ...all }, FIX.asideM2);
    const walked = work.mass.slice();
    work.mass.set(grid.inside);
    sumAround(grid, work, all);
    known.set(steps, (ways = { walked, around: work.mass }));
  }
  return ways;
}

/** Replaces each cell's mass by the sum over the square around it, one axis after the other, and widens the box by it. */
function sumAround({ cellM, columns, rows }: FloorGrid, { mass, before }: RoomFilterScratch, box: Box): void {
  const reach = Math.round(FIX.transitM / cellM - 0.5);
  const { column0, column1, row0, row1 } = box;
  box.column0 = Math.max(0, column0 - reach);
  box.column1 = Math.min(columns - 1, column1 + reach);
  box.row0 = Math.max(0, row0 - reach);
  box.row1 = Math.min(rows - 1, row1 + reach);
  const along = { first: column0, last: column1, begin: box.column0, end: box.column1, reach };
  for (let row = row0; row <= row1; row++) slide(mass, before, row * columns, 1, along);
  const across = { first: row0, last: row1, begin: box.row0, end: box.row1, reach };
  for (let column = box.column0; column <= box.column1; column++) slide(before, mass, column, columns, across);
}

/** Writes to each entry of a line from `begin` to `end` the sum of those within reach; only `first` to `last` count. */
function slide(
  from: Float64Array,
  into: Float64Array,
  start: number,
  stride: number,
  { first, last, begin, end, reach }: { first: number; last: number; begin: number; end: number; reach: number },
): void {
  let sum = 0;
  let head = first;
  for (let i = begin; i <= end; i++) {
    while (head <= last && head <= i + reach) sum += from[start + stride * head++]!;
    const tail = i - reach - 1;
    if (tail >= first) sum -= from[start + stride * tail]!;
    // What is left of a sum of which everything has been taken away again may be below 0.
    into[start + stride * i] = Math.max(0, sum);
  }
}

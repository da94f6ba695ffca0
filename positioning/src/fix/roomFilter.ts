import { COST } from "../cost/costConstants.ts";
import { BY_CELL, BY_SAMPLE } from "../cost/cellCosts.ts";
import { type PosteriorScratch } from "../cost/posterior.ts";
import type { AreaIndex } from "../model/areaIndex.ts";
import { STEPS } from "../model/cellSteps.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import { FIX } from "./fixConstants.ts";

/** In which cells of a floor a tag may be, remembered from fix to fix; cells that hardly count are left out. */
export interface RoomFilter {
  floor: string;
  /** The grid whose cells these are; another outline gives another one. */
  columns: number;
  minX: number;
  minY: number;
  atMs: number;
  /** So many of the arrays' first entries are used. */
  count: number;
  cells: Uint16Array;
  /** Of each of these cells; the sum is 1. */
  mass: Float32Array;
  /**
   * The room that was named last, since when, ms, and whether the tag has become unlikely to be in it (chooseRoom.ts).
   */
  named: string | null;
  namedMs: number;
  isUncertain: boolean;
}

/** One fix, whose posterior `solvePosterior` has just left in the scratch. */
export interface SolvedFix {
  nowMs: number;
  /** Length of its windows, ms. */
  spanMs: number;
  moves: boolean;
  /** How much wider its error is than the posterior (radius.ts), at least 1. */
  widen: number;
}

/** A room filter while it is worked on: dense arrays over the largest floor's cells, all 0 between two calls. */
export interface RoomFilterScratch {
  mass: Float64Array;
  before: Float64Array;
}

/** Part of a floor's grid, its last column and row included. */
export interface Box {
  column0: number;
  column1: number;
  row0: number;
  row1: number;
}

export function newRoomFilterScratch(cells: number): RoomFilterScratch {
  return { mass: new Float64Array(cells), before: new Float64Array(cells) };
}

/**
 * A Bayes filter over a floor's cells: what was estimated is moved on by a random walk that walls stop and doors let
 * through, and weighed by the posterior of the new fix. It only names rooms and does not move the dot (decision 31).
 * Overlapping windows share most of their packets, and a window counts by the part of it that is new; a moving tag's
 * newest packets count for more, as the older ones were heard elsewhere. Its numbers were chosen on the simulated
 * hospital and warehouse, in two airs (docs/accuracy.md, "Rooms behind walls").
 * Returns the filter to keep, which may use the given one's arrays.
 */
export function updateRoomFilter(
  { id, grid, steps }: PlacedFloor & { steps: Uint8Array },
  was: RoomFilter | null,
  scratch: PosteriorScratch,
  work: RoomFilterScratch,
  { nowMs, spanMs, moves, widen }: SolvedFix,
): RoomFilter {
  const isNew = !was || was.floor !== id || !isOn(grid, was) || nowMs - was.atMs > FIX.roomForgetMs;
  const agoMs = isNew ? 0 : Math.max(0, nowMs - was.atMs);
  const box: Box = { column0: grid.columns, column1: -1, row0: grid.rows, row1: -1 };
  let trust = 1;
  let anywhere = 1;
  if (!isNew) {
    for (let i = 0; i < was.count; i++) {
      work.mass[was.cells[i]!] = was.mass[i]!;
      widenTo(box, was.cells[i]!, grid.columns);
    }
    diffuse(grid, steps, work, box, ((moves ? FIX.roomWalkM2 : FIX.roomRestM2) * agoMs) / 1000);
    trust = Math.min(1, agoMs / spanMs) * (moves ? FIX.roomTrustMoving : FIX.roomTrustStill);
    anywhere = 1 - Math.exp((-FIX.roomAnywhere * agoMs) / 1000);
  }
  const total = applyLikelihood(grid, scratch, work.mass, trust / (widen * widen), anywhere / grid.blockCells.length);
  const { columns, extent } = grid;
  const atMs = isNew ? nowMs : was.atMs + agoMs;
  const { cells, mass } = was ?? { cells: new Uint16Array(0), mass: new Float32Array(0) };
  const { named, namedMs, isUncertain } = isNew ? { named: null, namedMs: nowMs, isUncertain: false } : was;
  const { minX, minY } = extent;
  const after = { floor: id, columns, minX, minY, atMs, count: 0, cells, mass, named, namedMs, isUncertain };
  keep(grid, work.mass, total, after);
  return after;
}

/**
 * The share (0–1) of a room filter in each area of its floor; returns the share in none of them.
 * @param out one number for each area
 */
export function filteredShares(
  { cells, mass, count }: RoomFilter,
  { start, area, share }: AreaIndex["cells"],
  out: Float64Array,
): number {
  out.fill(0);
  let none = 0;
  for (let i = 0; i < count; i++) {
    let left = 1;
    for (let at = start[cells[i]!]!; at < start[cells[i]! + 1]!; at++) {
      out[area[at]!]! += mass[i]! * share[at]!;
      left -= share[at]!;
    }
    none += mass[i]! * Math.max(0, left);
  }
  return none;
}

function isOn({ columns, extent }: FloorGrid, roomFilter: RoomFilter): boolean {
  return roomFilter.columns === columns && roomFilter.minX === extent.minX && roomFilter.minY === extent.minY;
}

export function widenTo(box: Box, cell: number, columns: number): void {
  const column = cell % columns;
  const row = (cell - column) / columns;
  if (column < box.column0) box.column0 = column;
  if (column > box.column1) box.column1 = column;
  if (row < box.row0) box.row0 = row;
  if (row > box.row1) box.row1 = row;
}

/** Moves a room filter within `box` by a random walk that takes free steps only: mass is neither lost nor made. */
export function diffuse(
  grid: FloorGrid,
  steps: Uint8Array,
  work: RoomFilterScratch,
  box: Box,
  varianceM2: number,
): void {
  const cellM2 = grid.cellM * grid.cellM;
  const rounds = Math.ceil(varianceM2 / (2 * FIX.roomStepShare * cellM2) - 1e-9);
  for (let round = 0; round < rounds; round++) diffuseOnce(grid, steps, work, box, varianceM2 / rounds / (2 * cellM2));
}

function diffuseOnce(
  { columns, rows }: FloorGrid,
  steps: Uint8Array,
  { mass, before }: RoomFilterScratch,
  box: Box,
  share: number,
): void {
  box.row0 = Math.max(0, box.row0 - 1);
  box.row1 = Math.min(rows - 1, box.row1 + 1);
  box.column0 = Math.max(0, box.column0 - 1);
  box.column1 = Math.min(columns - 1, box.column1 + 1);
  // Steps lead one row beyond the last.
  const [from, to] = [box.row0 * columns, Math.min(rows, box.row1 + 2) * columns];
  before.set(mass.subarray(from, to), from);
  // The product of two walks of one dimension: straight steps are taken alone, diagonal ones together.
  const straight = share * (1 - 2 * share);
  const diagonal = share * share;
  for (let row = box.row0; row <= box.row1; row++)
    for (let column = box.column0; column <= box.column1; column++) {
      const cell = row * columns + column;
      for (let k = 0; k < STEPS.length; k++) {
        if (!(steps[cell]! & (1 << k))) continue;
        const { dColumn, dRow, isStraight } = STEPS[k]!;
        const next = cell + dRow * columns + dColumn;
        const flow = (isStraight ? straight : diagonal) * (before[cell]! - before[next]!);
        mass[cell]! -= flow;
        mass[next]! += flow;
      }
    }
}

/**
 * Multiplies a room filter, of which `even` is first diffused to each cell, by the posterior to the power of `trust`;
 * returns the sum.
 */
function applyLikelihood(
  grid: FloorGrid,
  { coarse, fine, taken }: PosteriorScratch,
  mass: Float64Array,
  trust: number,
  even: number,
): number {
  const { blockStart, blockCells, coarseCells } = grid;
  const kept = 1 - even * blockCells.length;
  // Cells that the posterior ignores are at least this unlikely.
  const ignored = Math.exp(-COST.nothingCut * trust);
  let total = 0;
  let k = 0;
  for (let block = 0; block < coarseCells.length; block++) {
    const byCell = taken[block] === BY_CELL;
    const sample =
      taken[block] === BY_SAMPLE ? Math.max(ignored, (coarse.cost[block]! / coarseCells[block]!) ** trust) : ignored;
    for (let at = blockStart[block]!; at < blockStart[block + 1]!; at++) {
      const likelihood = byCell ? Math.max(ignored, fine.cost[k++]! ** trust) : sample;
      const cell = blockCells[at]!;
      total += mass[cell] = (kept * mass[cell]! + even) * likelihood;
    }
  }
  return total;
}

/** Moves what counts of a room filter into `out`, and leaves the dense one empty. */
function keep({ blockCells }: FloorGrid, mass: Float64Array, total: number, out: RoomFilter): void {
  let sum = 0;
  let count = 0;
  for (const cell of blockCells) {
    if (mass[cell]! <= FIX.roomMinMass * total) continue;
    sum += mass[cell]!;
    count++;
  }
  if (count > out.cells.length) {
    const room = Math.ceil(1.25 * count);
    out.cells = new Uint16Array(room);
    out.mass = new Float32Array(room);
  }
  out.count = 0;
  for (const cell of blockCells) {
    if (mass[cell]! > FIX.roomMinMass * total) {
      out.cells[out.count] = cell;
      out.mass[out.count++] = mass[cell]! / sum;
    }
    mass[cell] = 0;
  }
}

import { cellX, cellY, type FloorGrid } from "@pulse/positioning/model/floorGrid";
import type { Point } from "@pulse/positioning/model/outline";
import { indexWalls, wallLossDb } from "@pulse/positioning/model/walls";

/** A straight piece of a wall, or both ends of a door, metres in the site's frame. */
export interface Segment {
  a: Point;
  b: Point;
}

/** From which cells of a floor one can step into which of their neighbours. */
export interface CellWays {
  grid: FloorGrid;
  /** Bit k: the step `STEPS[k]` from this cell is free. The opposite steps follow from the neighbour's bits. */
  free: Uint8Array;
  /** The floor's cells. */
  count: number;
}

/** How likely a tag is in each cell of a floor; the sum is 1 or, before the first fix, 0. */
export interface CellBelief {
  mass: Float64Array;
  /** Columns and rows outside of which there is nothing. */
  box: { column0: number; column1: number; row0: number; row1: number };
}

/** Half of the eight neighbours: every pair of cells is visited once. */
const STEPS = [
  { dColumn: 1, dRow: 0, straight: true },
  { dColumn: 0, dRow: 1, straight: true },
  { dColumn: 1, dRow: 1, straight: false },
  { dColumn: -1, dRow: 1, straight: false },
] as const;
/** A door narrower than a cell may lie between two lines of cells; its ends are extended by this share of a cell. */
const WIDER = 0.35;
/** In one step each cell gives at most this share to either side along an axis: the variance is 2 × that, in cells². */
const MOST_SHARE = 0.25;
/** `indexWalls` counts losses, and at most 6 dB together: with 1 dB each it counts walls. */
const ONE_DB = 1;

/**
 * The steps that the walls of a floor leave free. A step is blocked if the line between both centres crosses a wall,
 * unless that is the only wall it crosses and it leads through a door.
 */
export function cellWays(grid: FloorGrid, walls: readonly Segment[], doors: readonly Segment[] = []): CellWays {
  const index = indexWalls(walls.map(({ a, b }) => ({ floor: "", points: [a, b], lossDb: ONE_DB })));
  const gaps = indexWalls(doors.map((door) => ({ floor: "", points: widened(door, grid.cellM), lossDb: ONE_DB })));
  const free = new Uint8Array(grid.columns * grid.rows);
  let count = 0;
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) {
      const cell = row * grid.columns + column;
      if (!grid.inside[cell]) continue;
      count++;
      const [x, y] = [cellX(grid, column), cellY(grid, row)];
      STEPS.forEach(({ dColumn, dRow }, k) => {
        if (!isOn(grid, column + dColumn, row + dRow)) return;
        const [toX, toY] = [cellX(grid, column + dColumn), cellY(grid, row + dRow)];
        const crossed = index ? wallLossDb(index, x, y, toX, toY) : 0;
        const isDoor = crossed === ONE_DB && gaps !== null && wallLossDb(gaps, x, y, toX, toY) > 0;
        if (crossed === 0 || isDoor) free[cell]! |= 1 << k;
      });
    }
  return { grid, free, count };
}

function widened({ a, b }: Segment, cellM: number): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const dx = ((b.x - a.x) / length) * WIDER * cellM;
  const dy = ((b.y - a.y) / length) * WIDER * cellM;
  return [
    { x: a.x - dx, y: a.y - dy },
    { x: b.x + dx, y: b.y + dy },
  ];
}

function isOn({ columns, rows, inside }: FloorGrid, column: number, row: number): boolean {
  return column >= 0 && column < columns && row >= 0 && row < rows && inside[row * columns + column] === 1;
}

export function newBelief({ columns, rows }: FloorGrid): CellBelief {
  return { mass: new Float64Array(columns * rows), box: { column0: 0, column1: columns - 1, row0: 0, row1: rows - 1 } };
}

/**
 * Moves a belief by a random walk that blocked steps do not take: mass is neither lost nor made, and without walls it is
 * plain diffusion.
 * @param varianceM2 of the walk along each axis, m²
 */
export function spread(ways: CellWays, belief: CellBelief, varianceM2: number): void {
  const { cellM } = ways.grid;
  const rounds = Math.max(1, Math.ceil(varianceM2 / (2 * MOST_SHARE * cellM * cellM) - 1e-9));
  const share = varianceM2 / rounds / (2 * cellM * cellM);
  if (!(share > 0)) return;
  for (let round = 0; round < rounds; round++) spreadOnce(ways, belief, share);
}

let before = new Float64Array(0);

function spreadOnce({ grid, free }: CellWays, { mass, box }: CellBelief, share: number): void {
  const { columns, rows } = grid;
  if (before.length < mass.length) before = new Float64Array(mass.length);
  const least = Math.max(0, box.row0 - 1);
  const most = Math.min(rows - 1, box.row1 + 1);
  const left = Math.max(0, box.column0 - 1);
  const right = Math.min(columns - 1, box.column1 + 1);
  // Steps lead one row beyond the last.
  before.set(mass.subarray(least * columns, (most + 2) * columns), least * columns);
  // The product of two walks of one dimension: straight steps are taken alone, diagonal ones together.
  const straight = share * (1 - 2 * share);
  const diagonal = share * share;
  for (let row = least; row <= most; row++)
    for (let column = left; column <= right; column++) {
      const cell = row * columns + column;
      const ways = free[cell]!;
      for (let k = 0; k < STEPS.length; k++) {
        if (!(ways & (1 << k))) continue;
        const step = STEPS[k]!;
        const to = cell + step.dRow * columns + step.dColumn;
        const flow = (step.straight ? straight : diagonal) * (before[cell]! - before[to]!);
        mass[cell]! -= flow;
        mass[to]! += flow;
      }
    }
  Object.assign(box, { column0: left, column1: right, row0: least, row1: most });
}

/**
 * Weighs a belief by how likely each cell makes the measurements, and lets go of cells below `keep`.
 * @param anywhere share (0–1) of the prior that is spread evenly over `elsewhere`: the tag may have gone unseen
 * @param elsewhere where it may be then; its sum is 1
 * @returns the cells that are left
 */
export function weighBy(
  ways: CellWays,
  belief: CellBelief,
  likelihood: Float64Array,
  anywhere: number,
  elsewhere: Float64Array,
  keep = 1e-4,
): number {
  const { mass, box } = belief;
  const { columns } = ways.grid;
  let total = 0;
  for (let cell = 0; cell < mass.length; cell++)
    total += mass[cell] = ((1 - anywhere) * mass[cell]! + anywhere * elsewhere[cell]!) * likelihood[cell]!;
  let kept = 0;
  let sum = 0;
  Object.assign(box, { column0: columns, column1: -1, row0: ways.grid.rows, row1: -1 });
  for (let cell = 0; cell < mass.length; cell++) {
    if (mass[cell]! <= keep * total) {
      mass[cell] = 0;
      continue;
    }
    kept++;
    sum += mass[cell]!;
    const column = cell % columns;
    const row = (cell - column) / columns;
    if (column < box.column0) box.column0 = column;
    if (column > box.column1) box.column1 = column;
    if (row < box.row0) box.row0 = row;
    if (row > box.row1) box.row1 = row;
  }
  if (sum > 0) for (let cell = 0; cell < mass.length; cell++) mass[cell]! /= sum;
  return kept;
}

/** The same share in each of the floor's cells. */
export function evenly({ grid, count }: CellWays): Float64Array {
  return Float64Array.from(grid.inside, (inside) => (inside ? 1 / count : 0));
}

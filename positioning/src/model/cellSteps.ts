import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import type { Point } from "./outline.ts";
import { indexWalls, type Wall, wallLossDb } from "./walls.ts";
import { MODEL } from "./modelConstants.ts";

/** A door as it is drawn on a floor: both of its ends in the site's frame, metres. */
export interface Door {
  floor: string;
  at: readonly [Point, Point];
}

/** Length of a step to a neighbour, in fifths of a cell (Borgefors 1986). */
export const straightFifths = 5;
export const diagonalFifths = 7;

/** Half of the eight neighbours of a cell: with them every pair of neighbours is visited once. */
export const STEPS = [
  { dColumn: 1, dRow: 0, isStraight: true },
  { dColumn: 0, dRow: 1, isStraight: true },
  { dColumn: 1, dRow: 1, isStraight: false },
  { dColumn: -1, dRow: 1, isStraight: false },
] as const;

/** `wallLossDb` adds up losses to at most 6 dB: with 1 dB each it counts walls. */
const oneDb = 1;

/**
 * From which cells of a floor one can step into which of their neighbours: bit k of a cell stands for `STEPS[k]`; the
 * opposite steps follow from the neighbours' bits. A step is blocked if the line between both centres crosses a wall,
 * unless that is the only wall it crosses and it leads through a door. A part of the floor that no door leads into is
 * open on all sides: somebody has forgotten its door. As in the path-loss model, a wall with a loss of 0 dB is none.
 * Null if no walls or no doors are drawn.
 */
export function stepsOn(grid: FloorGrid, walls: readonly Wall[], doors: readonly Door[]): Uint8Array | null {
  const index = indexWalls(walls.map((wall) => ({ ...wall, lossDb: wall.lossDb === 0 ? 0 : oneDb })));
  const gaps = indexWalls(doors.map(({ floor, at }) => ({ floor, points: widened(at, grid.cellM), lossDb: oneDb })));
  if (!index || !gaps) return null;
  const all = new Uint8Array(grid.columns * grid.rows);
  const free = new Uint8Array(all.length);
  for (let cell = 0; cell < all.length; cell++) {
    if (!grid.inside[cell]) continue;
    const column = cell % grid.columns;
    const row = (cell - column) / grid.columns;
    const [x, y] = [cellX(grid, column), cellY(grid, row)];
    STEPS.forEach(({ dColumn, dRow }, k) => {
      if (!isOn(grid, column + dColumn, row + dRow)) return;
      all[cell]! |= 1 << k;
      const [toX, toY] = [cellX(grid, column + dColumn), cellY(grid, row + dRow)];
      const crossed = wallLossDb(index, x, y, toX, toY);
      if (crossed === 0 || (crossed === oneDb && wallLossDb(gaps, x, y, toX, toY) > 0)) free[cell]! |= 1 << k;
    });
  }
  openClosedParts(grid, all, free);
  return free;
}

function widened([a, b]: readonly [Point, Point], cellM: number): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const dx = ((b.x - a.x) / length) * MODEL.doorShare * cellM;
  const dy = ((b.y - a.y) / length) * MODEL.doorShare * cellM;
  return [
    { x: a.x - dx, y: a.y - dy },
    { x: b.x + dx, y: b.y + dy },
  ];
}

function isOn({ columns, rows, inside }: FloorGrid, column: number, row: number): boolean {
  return column >= 0 && column < columns && row >= 0 && row < rows && inside[row * columns + column] === 1;
}

/** Frees every step into and out of the parts that cannot be reached from the largest one. */
function openClosedParts(grid: FloorGrid, all: Uint8Array, free: Uint8Array): void {
  const part = partsOf(grid, free);
  const sizes = new Map<number, number>();
  for (let cell = 0; cell < part.length; cell++)
    if (grid.inside[cell]) sizes.set(part[cell]!, (sizes.get(part[cell]!) ?? 0) + 1);
  const [largest] = [...sizes].toSorted(([, a], [, b]) => b - a)[0] ?? [0];
  for (let cell = 0; cell < part.length; cell++)
    STEPS.forEach((step, k) => {
      if (!(all[cell]! & (1 << k))) return;
      if (part[cell] !== largest || part[neighbour(grid, cell, step)] !== largest) free[cell]! |= 1 << k;
    });
}

/** The number of each cell's part: cells between which one can walk have the same. */
function partsOf(grid: FloorGrid, free: Uint8Array): Int32Array {
  const parent = Int32Array.from(free, (_, cell) => cell);
  const rootOf = (cell: number): number => {
    while (parent[cell] !== cell) cell = parent[cell] = parent[parent[cell]!]!;
    return cell;
  };
  for (let cell = 0; cell < free.length; cell++)
    STEPS.forEach((step, k) => {
      if (free[cell]! & (1 << k)) parent[rootOf(neighbour(grid, cell, step))] = rootOf(cell);
    });
  return parent.map((_, cell) => rootOf(cell));
}

function neighbour({ columns }: FloorGrid, cell: number, { dColumn, dRow }: (typeof STEPS)[number]): number {
  return cell + dRow * columns + dColumn;
}

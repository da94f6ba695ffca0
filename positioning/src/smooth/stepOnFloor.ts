import { cellX, cellY, type FloorGrid, isOnFloor, nearestCell } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";

/** Length of a step to a neighbour, in fifths of a cell (Borgefors 1986). */
const straightFifths = 5;
const diagonalFifths = 7;

const neighbours = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ down, right })));

/**
 * How far something gets that goes `maxM` over the floor, from one place on it towards another that is farther away:
 * the place nearest to the end of the way that is no farther than this. It is `from` itself if no such place is on the
 * floor, and the end if the raster has no way.
 */
export function stepOnFloor(grid: FloorGrid, from: Point, to: Point, maxM: number): Point {
  if (!(maxM > 0)) return from;
  const start = nearestCell(grid, from.x, from.y);
  const goal = nearestCell(grid, to.x, to.y);
  // Within a cell, which may straddle the floor's edge, there is no detour.
  if (start === goal) return along(from, to, maxM);
  const left = countFrom(grid, goal, start);
  if (left[start] === Infinity) return to;
  let best = start;
  let next = start;
  for (let cell = 0; cell < left.length; cell++) {
    if (!(left[cell]! < left[start]!)) continue;
    if (comesBefore(grid, left, cell, best, to) && distance(grid, cell, from) <= maxM) best = cell;
    if (comesBefore(grid, left, cell, next, to) && distance(grid, cell, from) <= 2 * grid.cellM) next = cell;
  }
  if (best !== start) return centreOf(grid, best);
  // Cells are larger than such a step.
  const between = along(from, centreOf(grid, next), maxM);
  return isOnFloor(grid, between.x, between.y) ? between : from;
}

/** Whether everything between two places is on the floor. */
export function isOpen(grid: FloorGrid, from: Point, to: Point): boolean {
  const steps = Math.ceil((2 * Math.hypot(to.x - from.x, to.y - from.y)) / grid.cellM);
  for (let step = 0; step <= steps; step++) {
    const share = step / Math.max(1, steps);
    if (!isOnFloor(grid, from.x + share * (to.x - from.x), from.y + share * (to.y - from.y))) return false;
  }
  return true;
}

/** The place `maxM` along the straight line between two places, or its end if that is nearer. */
function along(from: Point, to: Point, maxM: number): Point {
  const farM = Math.hypot(to.x - from.x, to.y - from.y);
  if (!(farM > maxM)) return to;
  const share = maxM / farM;
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
}

/** Distance over the floor from each cell to the goal, computed as far as the start's; anything farther is infinite. */
function countFrom(grid: FloorGrid, goal: number, start: number): Float64Array {
  const { columns, rows, inside } = grid;
  const left = new Float64Array(inside.length).fill(Infinity);
  left[goal] = 0;
  // Cells by their remaining distance.
  const waiting: number[][] = [[goal]];
  for (let far = 0; far < waiting.length && left[start]! >= far; far++) {
    for (const cell of waiting[far] ?? []) {
      if (left[cell]! < far) continue;
      const column = cell % columns;
      const row = (cell - column) / columns;
      for (const { down, right } of neighbours) {
        const there = cell + down * columns + right;
        const isBeside = column + right < 0 || column + right >= columns || row + down < 0 || row + down >= rows;
        if (isBeside || !inside[there]) continue;
        const then = far + (down && right ? diagonalFifths : straightFifths);
        if (then >= left[there]!) continue;
        left[there] = then;
        (waiting[then] ??= []).push(there);
      }
    }
  }
  return left;
}

/** Whether less of the way is left from one cell than from the other, or as much and it is nearer to the end. */
function comesBefore(grid: FloorGrid, left: Float64Array, cell: number, other: number, to: Point): boolean {
  return (
    left[cell]! < left[other]! || (left[cell] === left[other] && distance(grid, cell, to) < distance(grid, other, to))
  );
}

function centreOf(grid: FloorGrid, cell: number): Point {
  return { x: cellX(grid, cell % grid.columns), y: cellY(grid, Math.floor(cell / grid.columns)) };
}

function distance(grid: FloorGrid, cell: number, { x, y }: Point): number {
  const centre = centreOf(grid, cell);
  return Math.hypot(centre.x - x, centre.y - y);
}

import { cellX, cellY, type FloorGrid, isOnFloor, nearestCell } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";

/** Length of a step to a neighbour, in fifths of a cell (Borgefors 1986). */
const straightFifths = 5;
const diagonalFifths = 7;

const neighbours = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ down, right })));

/**
 * Where something is that goes `maxM` over the floor, from one place on it towards another that is farther away, from
 * cell to cell: a place on the floor no farther than this. It is `from` itself if no such place is on the floor, and the
 * end if the raster has no way.
 */
export function stepOnFloor(grid: FloorGrid, from: Point, to: Point, maxM: number): Point {
  const start = nearestCell(grid, from.x, from.y);
  const goal = nearestCell(grid, to.x, to.y);
  const left = countFrom(grid, goal, start);
  if (left[start] === Infinity) return to;
  let [at, leftM] = [from, maxM];
  for (let cell = start; leftM > 0 && at !== to;) {
    cell = nextCell(grid, left, cell);
    const next = cell === goal ? to : centreOf(grid, cell);
    const farM = Math.hypot(next.x - at.x, next.y - at.y);
    const share = Math.min(1, leftM / farM);
    const there = share < 1 ? { x: at.x + share * (next.x - at.x), y: at.y + share * (next.y - at.y) } : next;
    // Between two cells, which may straddle the floor's edge.
    if (share < 1 && !isOnFloor(grid, there.x, there.y)) return at;
    at = there;
    leftM -= farM;
  }
  return at;
}

/** The neighbour from which least of the way is left. */
function nextCell({ columns }: FloorGrid, left: Float64Array, cell: number): number {
  let best = cell;
  for (const { down, right } of neighbours) {
    const there = cell + down * columns + right;
    const isBeside = (cell % columns) + right < 0 || (cell % columns) + right >= columns;
    if (!isBeside && left[there]! < left[best]!) best = there;
  }
  return best;
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

function centreOf(grid: FloorGrid, cell: number): Point {
  return { x: cellX(grid, cell % grid.columns), y: cellY(grid, Math.floor(cell / grid.columns)) };
}

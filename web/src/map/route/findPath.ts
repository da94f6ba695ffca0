import type { Point } from "@pulse/geo/localFrame";
import type { WalkGrid } from "./walkGrid.ts";

const diagonal = Math.SQRT2;

/**
 * The shortest path from cell to cell between two places, with as few corners as possible; null if walls leave none that is
 * at most `maxM` long.
 */
export function findPath(grid: WalkGrid, from: Point, to: Point, maxM = Infinity): Point[] | null {
  const start = nearestFreeCell(grid, grid.cellAt(from));
  const end = nearestFreeCell(grid, grid.cellAt(to));
  if (start === null || end === null) return null;
  const side = grid.middleOf(1).x - grid.middleOf(0).x;
  const cells = shortestCells(grid, start, end, maxM / side);
  if (cells === null) return null;
  const corners = [from, ...straightenPath(grid, cells).slice(1, -1).map(grid.middleOf), to];
  return corners;
}

/** The nearest cell without a wall: positions are less exact than a wall is thick. */
function nearestFreeCell({ blocked, columns, rows }: WalkGrid, cell: number): number | null {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  for (let ring = 0; ring <= 8; ring++)
    for (let dy = -ring; dy <= ring; dy++)
      for (let dx = -ring; dx <= ring; dx++) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
        const [x, y] = [column + dx, row + dy];
        if (x >= 0 && y >= 0 && x < columns && y < rows && blocked[y * columns + x] === 0) return y * columns + x;
      }
  return null;
}

// A*: the cell with the shortest estimated path is examined first.
function shortestCells(
  { blocked, columns, rows }: WalkGrid,
  start: number,
  end: number,
  maxSteps: number,
): number[] | null {
  const cost = new Float64Array(blocked.length).fill(Infinity);
  const before = new Int32Array(blocked.length).fill(-1);
  const [endX, endY] = [end % columns, Math.floor(end / columns)];
  const left = (cell: number): number => {
    const [dx, dy] = [Math.abs((cell % columns) - endX), Math.abs(Math.floor(cell / columns) - endY)];
    return Math.max(dx, dy) + (diagonal - 1) * Math.min(dx, dy);
  };
  const open = heap();
  cost[start] = 0;
  open.push(start, left(start));
  for (let cell = open.pop(); cell !== null; cell = open.pop()) {
    if (cell === end) break;
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [nextX, nextY] = [x + dx, y + dy];
        if (nextX < 0 || nextY < 0 || nextX >= columns || nextY >= rows) continue;
        const next = nextY * columns + nextX;
        if (blocked[next] === 1) continue;
        const reached = cost[cell]! + (dx !== 0 && dy !== 0 ? diagonal : 1);
        if (reached >= cost[next]! || reached + left(next) > maxSteps) continue;
        cost[next] = reached;
        before[next] = cell;
        open.push(next, reached + left(next));
      }
  }
  if (cost[end] === Infinity) return null;
  const cells = [end];
  while (cells.at(-1) !== start) cells.push(before[cells.at(-1)!]!);
  return cells.toReversed();
}

/** The cells where a path has to turn: between two of them nothing is in the way. */
function straightenPath(grid: WalkGrid, cells: readonly number[]): number[] {
  const corners = [cells[0]!];
  for (let nth = 1; nth < cells.length; nth++)
    if (!isClearBetween(grid, corners.at(-1)!, cells[nth]!)) corners.push(cells[nth - 1]!);
  return [...corners, cells.at(-1)!];
}

/** Whether no wall is between two cells. */
export function isClearBetween({ blocked, columns }: WalkGrid, a: number, b: number): boolean {
  const [ax, ay] = [a % columns, Math.floor(a / columns)];
  const [dx, dy] = [(b % columns) - ax, Math.floor(b / columns) - ay];
  const steps = 2 * Math.max(Math.abs(dx), Math.abs(dy));
  for (let step = 1; step < steps; step++) {
    const [x, y] = [Math.round(ax + (dx * step) / steps), Math.round(ay + (dy * step) / steps)];
    if (blocked[y * columns + x] === 1) return false;
  }
  return true;
}

/** A binary heap of cells, the least first. */
function heap() {
  const cells: number[] = [];
  const keys: number[] = [];
  const swap = (a: number, b: number): void => {
    [cells[a], cells[b]] = [cells[b]!, cells[a]!];
    [keys[a], keys[b]] = [keys[b]!, keys[a]!];
  };
  return {
    push(cell: number, key: number): void {
      let at = cells.push(cell) - 1;
      keys.push(key);
      for (let up = (at - 1) >> 1; at > 0 && keys[up]! > keys[at]!; up = (at - 1) >> 1) {
        swap(at, up);
        at = up;
      }
    },
    pop(): number | null {
      if (cells.length === 0) return null;
      swap(0, cells.length - 1);
      const min = cells.pop()!;
      keys.pop();
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let smaller = at;
        if (left < keys.length && keys[left]! < keys[smaller]!) smaller = left;
        if (right < keys.length && keys[right]! < keys[smaller]!) smaller = right;
        if (smaller === at) return min;
        swap(at, smaller);
        at = smaller;
      }
    },
  };
}

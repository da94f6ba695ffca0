import { diagonalFifths, STEPS, straightFifths } from "./cellSteps.ts";
import type { FloorGrid } from "./floorGrid.ts";
import { MODEL } from "./modelConstants.ts";

/**
 * How often somebody who walks from anywhere on a floor to anywhere else is in each of its cells: the shortest ways
 * between all cells and some of them, as far as walls and doors leave steps free. The mean over the floor is 1; a
 * corridor has more than the rooms along it, which are as large but lie on few ways. On large floors ways are counted to
 * fewer cells, so that this takes a few hundredths of a second at most.
 */
export function pathDensity(grid: FloorGrid, steps: Uint8Array): Float64Array {
  const { blockCells } = grid;
  const passing = new Float64Array(steps.length);
  const goals = Math.min(MODEL.maxGoals, Math.ceil(MODEL.countedCells / blockCells.length), blockCells.length);
  for (let nth = 0; nth < goals; nth++) {
    const goal = blockCells[Math.floor(((nth + 0.5) * blockCells.length) / goals)]!;
    addPathsTo(grid, steps, goal, passing);
  }
  let sum = 0;
  for (const cell of blockCells) sum += passing[cell]!;
  for (const cell of blockCells) passing[cell]! *= blockCells.length / sum;
  return passing;
}

/** Adds to each cell from how many cells the shortest way to the goal leads through it, the cell itself included. */
function addPathsTo({ columns, blockCells }: FloorGrid, steps: Uint8Array, goal: number, passing: Float64Array): void {
  const left = new Int32Array(steps.length).fill(0x7fffffff);
  const next = new Int32Array(steps.length).fill(-1);
  const order: number[] = [];
  left[goal] = 0;
  // Cells by the length of their way (Dial's algorithm).
  const waiting: number[][] = [[goal]];
  const reach = (cell: number, far: number, from: number): void => {
    if (far >= left[cell]!) return;
    left[cell] = far;
    next[cell] = from;
    (waiting[far] ??= []).push(cell);
  };
  for (let far = 0; far < waiting.length; far++)
    for (const cell of waiting[far] ?? []) {
      // A shorter way was found after it had been put here.
      if (left[cell]! < far) continue;
      order.push(cell);
      for (let k = 0; k < STEPS.length; k++) {
        const { dColumn, dRow, isStraight } = STEPS[k]!;
        const by = dRow * columns + dColumn;
        const then = far + (isStraight ? straightFifths : diagonalFifths);
        if (steps[cell]! & (1 << k)) reach(cell + by, then, cell);
        if (cell >= by && steps[cell - by]! & (1 << k)) reach(cell - by, then, cell);
      }
    }
  const through = new Float64Array(steps.length);
  for (const cell of blockCells) through[cell] = 1;
  for (let i = order.length - 1; i > 0; i--) through[next[order[i]!]!]! += through[order[i]!]!;
  // The goal is on every way; it was chosen at random and is no more frequented than its neighbours.
  through[goal] = 1;
  for (const cell of blockCells) passing[cell]! += through[cell]!;
}

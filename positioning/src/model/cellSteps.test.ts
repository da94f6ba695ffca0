import { describe, expect, it } from "vitest";
import { type Door, STEPS, stepsOn } from "./cellSteps.ts";
import { cellAt, layFloorGrid } from "./floorGrid.ts";
import type { Wall } from "./walls.ts";

const GRID = layFloorGrid([
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 25 },
  { x: 0, y: 25 },
]);
const wall = (fromY: number, toY: number, lossDb: number | null = null): Wall => ({
  floor: "0",
  points: [
    { x: 20, y: fromY },
    { x: 20, y: toY },
  ],
  lossDb,
});
const door = (fromY: number, toY: number): Door => ({
  floor: "0",
  at: [
    { x: 20, y: fromY },
    { x: 20, y: toY },
  ],
});

/** How many cells on the shortest way from the west half to a place in the east half; null: no way leads there. */
function way(walls: Wall[], doors: Door[], to = { x: 30.5, y: 12.5 }): number | null {
  const free = stepsOn(GRID, walls, doors)!;
  const from = cellAt(GRID, 10.5, 12.5);
  const goal = cellAt(GRID, to.x, to.y);
  const seen = new Map([[from, 0]]);
  const open = [from];
  for (const cell of open) {
    if (cell === goal) return seen.get(cell)!;
    for (const [k, { dColumn, dRow }] of STEPS.entries()) {
      const offset = dRow * GRID.columns + dColumn;
      for (const [next, isFree] of [
        [cell + offset, free[cell]! & (1 << k)],
        [cell - offset, (free[cell - offset] ?? 0) & (1 << k)],
      ] as const)
        if (isFree && !seen.has(next)) {
          seen.set(next, seen.get(cell)! + 1);
          open.push(next);
        }
    }
  }
  return null;
}

describe("steps on a floor", () => {
  it("steps on a floor lead through a door, and not through the wall beside it", () => {
    expect(way([wall(-1, 26)], [door(12, 13)])).toBe(20);
    // Twelve rows up and down again, diagonally.
    expect(way([wall(-1, 26)], [door(24, 25)])).toBe(24);
    // A gap without a door is open as well.
    expect(way([wall(-1, 24)], [door(30, 31)])).toBe(24);
  });

  it("steps lead through a door that is narrower than a cell and lies between two lines of cells", () => {
    expect(way([wall(-1, 12.8), wall(13.2, 26)], [door(12.8, 13.2)])).not.toBeNull();
  });

  it("steps cross walls all around a part that no door leads into, since its door was forgotten", () => {
    const closet: Wall = {
      floor: "0",
      points: [
        { x: 28, y: 10 },
        { x: 33, y: 10 },
        { x: 33, y: 15 },
        { x: 28, y: 15 },
        { x: 28, y: 10 },
      ],
      lossDb: null,
    };
    expect(way([wall(-1, 26), closet], [door(12, 13)])).toBe(20);
  });

  it("steps pass a line with a loss of 0 dB, which parts two zones and is no wall", () => {
    expect(way([wall(-1, 26, 0), wall(26, 27)], [door(1, 2)])).toBe(20);
  });

  it("steps on a floor are not known without walls or without doors", () => {
    expect(stepsOn(GRID, [], [door(1, 2)])).toBeNull();
    expect(stepsOn(GRID, [wall(-1, 26)], [])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { stepsOn } from "./cellSteps.ts";
import { cellY, layFloorGrid } from "./floorGrid.ts";
import { pathDensity } from "./pathDensity.ts";

const GRID = layFloorGrid([
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 18 },
  { x: 0, y: 18 },
]);
/** Eight rooms of 10 × 7.5 m on both sides of a corridor, each with a door to it. */
const WALLS = [
  ...[7.5, 10.5].map((y) => [
    { x: 0, y },
    { x: 40, y },
  ]),
  ...[10, 20, 30].flatMap((x) => [
    [
      { x, y: 0 },
      { x, y: 7.5 },
    ],
    [
      { x, y: 10.5 },
      { x, y: 18 },
    ],
  ]),
].map((points) => ({ floor: "0", points, lossDb: null }));
const DOORS = [4, 14, 24, 34].flatMap((x) =>
  [7.5, 10.5].map((y) => ({
    floor: "0",
    at: [
      { x, y },
      { x: x + 1, y },
    ] as const,
  })),
);

const mean = (ways: Float64Array, isCounted: (y: number) => boolean): number => {
  const cells = GRID.blockCells.filter((cell) => isCounted(cellY(GRID, Math.floor(cell / GRID.columns))));
  return cells.reduce((sum, cell) => sum + ways[cell]!, 0) / cells.length;
};

describe("where people walk on a floor", () => {
  it("people on a floor are likelier to walk in its corridor than in the rooms along it", () => {
    const ways = pathDensity(GRID, stepsOn(GRID, WALLS, DOORS)!);
    expect(mean(ways, () => true)).toBeCloseTo(1, 6);
    expect(mean(ways, (y) => y > 7.5 && y < 10.5)).toBeGreaterThan(3);
    expect(mean(ways, (y) => y < 7.5)).toBeLessThan(0.7);
    expect(mean(ways, (y) => y > 10.5)).toBeCloseTo(
      mean(ways, (y) => y < 7.5),
      1,
    );
  });

  it("people may walk anywhere on a floor with a little likelihood, also where no route leads", () => {
    const ways = pathDensity(GRID, new Uint8Array(GRID.columns * GRID.rows));
    for (const cell of GRID.blockCells) expect(ways[cell]).toBe(1);
  });
});

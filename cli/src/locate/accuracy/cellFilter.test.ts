import { cellAt, layFloorGrid } from "@pulse/positioning/model/floorGrid";
import { describe, expect, it } from "vitest";
import { type CellBelief, cellWays, evenly, newBelief, type Segment, spread, weighBy } from "./cellFilter.ts";

const GRID = layFloorGrid([
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 25 },
  { x: 0, y: 25 },
]);
const wall = (fromY: number, toY: number): Segment => ({ a: { x: 20, y: fromY }, b: { x: 20, y: toY } });
const sum = ({ mass }: CellBelief): number => mass.reduce((all, one) => all + one, 0);
const eastOf = ({ mass }: CellBelief, x: number): number =>
  mass.reduce((all, one, cell) => all + ((cell % GRID.columns) * GRID.cellM >= x ? one : 0), 0);

/** A tag that was at (17.5, 12.5) and has walked since, 2 m² each second along an axis. */
function walked(walls: Segment[], doors: Segment[], seconds: number): CellBelief {
  const ways = cellWays(GRID, walls, doors);
  const belief = newBelief(GRID);
  belief.mass[cellAt(GRID, 17.5, 12.5)] = 1;
  for (let second = 0; second < seconds; second++) spread(ways, belief, 2);
  return belief;
}

describe("a belief over a floor's cells", () => {
  it("neither gains nor loses mass by walking, with walls and without", () => {
    for (const walls of [[], [wall(-1, 26)], [wall(-1, 12), wall(13, 26)]])
      expect(sum(walked(walls, [], 60))).toBeCloseTo(1, 9);
  });

  it("neither loses mass nor goes below none after it was weighed, whatever other beliefs did before", () => {
    walked([], [], 60);
    const ways = cellWays(GRID, []);
    const belief = newBelief(GRID);
    const likelihood = new Float64Array(belief.mass.length);
    likelihood[cellAt(GRID, 17.5, 12.5)] = 1;
    weighBy(ways, belief, likelihood, 1, evenly(ways));
    spread(ways, belief, 2);
    expect(sum(belief)).toBeCloseTo(1, 9);
    expect(Math.min(...belief.mass)).toBe(0);
  });

  it("does not pass a wall, at whatever angle it is drawn", () => {
    expect(eastOf(walked([wall(-1, 26)], [], 120), 20)).toBe(0);
    const oblique: Segment = { a: { x: 18, y: -1 }, b: { x: 26, y: 26 } };
    expect(eastOf(walked([oblique], [], 120), 26)).toBe(0);
  });

  it("passes the gap of a door, even one narrower than a cell", () => {
    expect(eastOf(walked([wall(-1, 12), wall(13, 26)], [], 120), 20)).toBeGreaterThan(0.05);
    const narrow = [wall(-1, 12.55), wall(12.95, 26)];
    expect(eastOf(walked(narrow, [], 120), 20)).toBe(0);
    expect(eastOf(walked(narrow, [wall(12.55, 12.95)], 120), 20)).toBeGreaterThan(0.02);
  });

  it("is plain diffusion without walls: its variance grows by what is asked along each axis", () => {
    const { mass } = walked([], [], 5);
    const varianceOf = (at: (cell: number) => number): number => {
      const mean = mass.reduce((all, one, cell) => all + one * at(cell), 0);
      return mass.reduce((all, one, cell) => all + one * (at(cell) - mean) ** 2, 0) * GRID.cellM ** 2;
    };
    expect(varianceOf((cell) => cell % GRID.columns)).toBeCloseTo(10, 1);
    expect(varianceOf((cell) => Math.floor(cell / GRID.columns))).toBeCloseTo(10, 1);
  });

  it("ends up the same in every cell that can be reached", () => {
    const ways = cellWays(GRID, [wall(-1, 26)], []);
    const belief = newBelief(GRID);
    belief.mass[cellAt(GRID, 5, 5)] = 1;
    spread(ways, belief, 4000);
    const reached = belief.mass.filter((one) => one > 0);
    expect(Math.max(...reached) / Math.min(...reached)).toBeLessThan(1.01);
    expect(reached).toHaveLength(ways.count / 2);
  });

  it("is multiplied by the likelihood, and keeps only cells that matter", () => {
    const ways = cellWays(GRID, []);
    const belief = newBelief(GRID);
    const likelihood = new Float64Array(belief.mass.length);
    const [near, far] = [cellAt(GRID, 5, 5), cellAt(GRID, 30, 20)];
    likelihood[near] = 3;
    likelihood[far] = 1;
    likelihood[far + 1] = 1e-5;
    expect(weighBy(ways, belief, likelihood, 1, evenly(ways))).toBe(2);
    expect(belief.mass[near]).toBeCloseTo(0.75, 9);
    expect(belief.mass[far]).toBeCloseTo(0.25, 9);
  });
});

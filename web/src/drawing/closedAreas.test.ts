import fc from "fast-check";
import { expect, it } from "vitest";
import { closedAreas } from "./closedAreas.ts";
import type { WallLine } from "./WallLine.ts";

const line = (ax: number, ay: number, bx: number, by: number): WallLine => ({
  a: { x: ax, y: ay },
  b: { x: bx, y: by },
  thicknessM: 0.2,
});
const box = (left: number, top: number, right: number, bottom: number): WallLine[] => [
  line(left, top, right, top),
  line(left, bottom, right, bottom),
  line(left, top, left, bottom),
  line(right, top, right, bottom),
];
/** The corners of each area, in order. */
const corners = (lines: readonly WallLine[]): string[][] =>
  closedAreas(lines).map((area) => area.map(({ x, y }) => `${x},${y}`).toSorted());

it("two rooms beside each other are two areas that share the corners of their wall, the larger one first", () => {
  expect(corners([...box(0, 0, 10, 6), line(4, 0, 4, 6)])).toEqual([
    ["10,0", "10,6", "4,0", "4,6"],
    ["0,0", "0,6", "4,0", "4,6"],
  ]);
});

it("doorways do not open an area, within a wall or beside another one", () => {
  const inside = [line(4, 0, 4, 2), line(4, 3, 4, 6)];
  const beside = [line(4, 1, 4, 6)];
  for (const wall of [inside, beside]) expect(corners([...box(0, 0, 10, 6), ...wall])).toHaveLength(2);
});

it("a gap wider than a doorway opens an area, so that it is joined with the next or is none at all", () => {
  expect(corners([...box(0, 0, 10, 6), line(4, 3, 4, 6)])).toEqual([["0,0", "0,6", "10,0", "10,6"]]);
  expect(corners(box(0, 0, 10, 6).slice(1))).toEqual([]);
  expect(corners([])).toEqual([]);
});

it("an area that goes around a corner has its six corners", () => {
  const lines = [
    line(0, 0, 10, 0),
    line(10, 0, 10, 4),
    line(5, 4, 10, 4),
    line(5, 4, 5, 8),
    line(0, 8, 5, 8),
    line(0, 0, 0, 8),
  ];
  expect(corners(lines)).toEqual([["0,0", "0,8", "10,0", "10,4", "5,4", "5,8"]]);
});

it("an area smaller than any room is left out, such as a shaft or the inside of a wall", () => {
  expect(corners([...box(0, 0, 10, 6), ...box(10, 0, 10.5, 6), ...box(20, 0, 20.8, 0.8)])).toHaveLength(1);
});

it("each cell of a grid of rooms is one area, wherever the grid's walls are", () => {
  const wide = fc.integer({ min: 3, max: 9 });
  fc.assert(
    fc.property(
      fc.array(wide, { minLength: 1, maxLength: 4 }),
      fc.array(wide, { minLength: 1, maxLength: 4 }),
      (widths, heights) => {
        const edges = (sizes: readonly number[]): number[] => {
          const all = [0];
          for (const size of sizes) all.push(all.at(-1)! + size);
          return all;
        };
        const [xs, ys] = [edges(widths), edges(heights)];
        const lines = [...xs.map((x) => line(x, 0, x, ys.at(-1)!)), ...ys.map((y) => line(0, y, xs.at(-1)!, y))];
        const areas = closedAreas(lines);
        expect(areas).toHaveLength(widths.length * heights.length);
        expect(areas.every((area) => area.length === 4)).toBe(true);
      },
    ),
  );
});

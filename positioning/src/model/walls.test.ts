import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexWalls, wallLossDb, type Wall } from "./walls.ts";

const floor = "ground";
const wall = (lossDb: number | null, ...points: [number, number][]): Wall => ({
  floor,
  lossDb,
  points: points.map(([x, y]) => ({ x, y })),
});
const lossOf = (walls: readonly Wall[], from: [number, number], to: [number, number]): number => {
  const index = indexWalls(walls);
  return index ? wallLossDb(index, ...from, ...to) : 0;
};

describe("walls between a gateway and a tag", () => {
  test("a wall takes its stated loss, and a usual 3 dB where none is stated", () => {
    expect(lossOf([wall(2, [5, 0], [5, 10])], [0, 5], [10, 5])).toBe(2);
    expect(lossOf([wall(null, [5, 0], [5, 10])], [0, 5], [10, 5])).toBe(3);
  });

  test("a wall beside the line between gateway and tracker takes nothing", () => {
    expect(lossOf([wall(2, [5, 0], [5, 4])], [0, 5], [10, 5])).toBe(0);
    expect(lossOf([wall(2, [12, 0], [12, 10])], [0, 5], [10, 5])).toBe(0);
  });

  test("several walls between a gateway and a tracker add up, to 6 dB at most", () => {
    const two = [wall(2, [3, 0], [3, 10]), wall(3, [6, 0], [6, 10])];
    expect(lossOf(two, [0, 5], [10, 5])).toBe(5);
    expect(lossOf([...two, wall(20, [8, 0], [8, 10])], [0, 5], [10, 5])).toBe(6);
  });

  test("a corner of a wall counts as one wall", () => {
    expect(lossOf([wall(2, [5, 0], [5, 5], [5, 10])], [0, 5], [10, 5])).toBe(2);
  });

  test("walls without loss or length are ignored", () => {
    expect(indexWalls([])).toBeNull();
    expect(indexWalls([wall(0, [5, 0], [5, 10])])).toBeNull();
    expect(indexWalls([wall(3, [5, 0])])).toBeNull();
    expect(indexWalls([wall(3, [Number.NaN, 0], [5, 1])])).toBeNull();
  });

  test("the raster finds the same walls as trying each wall", () => {
    const metre = fc.double({ min: -40, max: 40, noNaN: true });
    const place = fc.tuple(metre, metre);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 40 }),
        place,
        place,
        (pairs, from, to) => {
          const walls = pairs.map(([a, b]) => wall(0.125, a, b));
          const each = walls.reduce((sum, one) => sum + lossOf([one], from, to), 0);
          expect(lossOf(walls, from, to)).toBeCloseTo(Math.min(6, each), 9);
        },
      ),
      { numRuns: 500 },
    );
  });
});

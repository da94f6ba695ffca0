import { expect, it } from "vitest";
import { leastError } from "./leastError.ts";
import { seeded } from "./random.ts";

const one = { east: 0, north: 0, up: 0, rangeSdM: null, angleSdDeg: null, times: 1 };
/** The mean square of the errors, m². */
function meanSquare(measured: Parameters<typeof leastError>[0]): number {
  const random = seeded(5001);
  let sum = 0;
  for (let nth = 0; nth < 4000; nth++) sum += leastError(measured, random) ** 2;
  return sum / 4000;
}

it("the least error is that of two ranges at right angles, and a quarter of it when measured four times", () => {
  const ranges = (times: number) => [
    { ...one, east: 10, rangeSdM: 0.3, times },
    { ...one, north: 7, rangeSdM: 0.4, times },
  ];
  expect(meanSquare(ranges(1)) / (0.3 ** 2 + 0.4 ** 2)).toBeCloseTo(1, 1);
  expect(meanSquare(ranges(4)) / (0.3 ** 2 + 0.4 ** 2)).toBeCloseTo(0.25, 1);
});

it("a direction limits the error across by its distance, and one range alone determines no place", () => {
  const far = [{ ...one, east: 20, rangeSdM: 0.01, angleSdDeg: 3 }];
  expect(Math.sqrt(meanSquare(far))).toBeCloseTo(20 * ((3 * Math.PI) / 180), 1);
  expect(leastError([{ ...one, east: 20, rangeSdM: 0.3 }], seeded(1))).toBe(Infinity);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { expMinus } from "./expMinus.ts";

it("expMinus computes e to the power of minus x, and 0 once that is negligible beside 1", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 31.999, noNaN: true }), (x) => {
      expect(Math.abs(expMinus(x) / Math.exp(-x) - 1)).toBeLessThan(3e-9);
    }),
  );
  expect(expMinus(0)).toBe(1);
  for (const x of [32, 33.5, 1e9, 1e300, Infinity]) expect(expMinus(x)).toBe(0);
  expect(expMinus(Number.NaN)).toBeNaN();
});

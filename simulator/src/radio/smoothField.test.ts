import { expect, test } from "vitest";
import { smoothField } from "./smoothField.ts";

const CELL_M = 3;
const spots = Array.from({ length: 4000 }, (_, index) => ({ x: (index % 80) * 3.7, y: Math.floor(index / 80) * 3.7 }));

/** Mean of products over many spots and their neighbours `shiftM` away. */
function correlation(shiftM: number): number {
  const products = spots.map(({ x, y }) => smoothField(7, CELL_M, x, y) * smoothField(7, CELL_M, x + shiftM, y));
  return products.reduce((sum, product) => sum + product, 0) / products.length;
}

test("shadowing has unit variance, is alike over half a metre and unrelated after some metres", () => {
  expect(correlation(0)).toBeGreaterThan(0.9);
  expect(correlation(0)).toBeLessThan(1.1);
  expect(correlation(0.5)).toBeGreaterThan(0.8);
  expect(correlation(0.9 * CELL_M)).toBeCloseTo(1 / Math.E, 1);
  expect(Math.abs(correlation(7))).toBeLessThan(0.1);
});

test("the shadowing field has no jumps, and another seed gives another field", () => {
  for (let x = 0; x < 60; x += 0.05)
    expect(Math.abs(smoothField(1, CELL_M, x, 4) - smoothField(1, CELL_M, x + 0.05, 4))).toBeLessThan(0.4);
  expect(smoothField(1, CELL_M, 5, 5)).not.toBe(smoothField(2, CELL_M, 5, 5));
});

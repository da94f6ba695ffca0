import { expect, it } from "vitest";
import { isPlanUp } from "./bearing.ts";

it("a map is turned like its plan within a degree, however the angle is written", () => {
  expect(isPlanUp(-4, 356.2)).toBe(true);
  expect(isPlanUp(12, 11.6)).toBe(true);
  expect(isPlanUp(359.7, 0)).toBe(true);
  expect(isPlanUp(0, 4)).toBe(false);
  expect(isPlanUp(180, -180)).toBe(true);
});

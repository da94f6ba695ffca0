import { expect, it } from "vitest";
import { floorsFit } from "./floorsFit.ts";

const floors = (buildings: number, each: number) =>
  Array.from({ length: buildings * each }, (_, at) => ({ buildingId: String(Math.floor(at / each)) }));

it("the floors are behind a button where they would reach the map's buttons below", () => {
  // A phone held sideways, and tablets held upright.
  expect(floorsFit(floors(1, 3), 342, true)).toBe(false);
  expect(floorsFit(floors(2, 3), 716, true)).toBe(true);
  expect(floorsFit(floors(2, 12), 716, true)).toBe(false);
  expect(floorsFit(floors(1, 12), 1128, true)).toBe(true);
  // The box for all buildings takes the last place.
  expect(floorsFit(floors(2, 6), 1128, true)).toBe(false);
});

it("without buttons below them more floors fit, but not in a low window", () => {
  expect(floorsFit(floors(2, 6), 716, true)).toBe(false);
  expect(floorsFit(floors(2, 6), 716, false)).toBe(true);
  expect(floorsFit(floors(1, 2), 342, false)).toBe(false);
});

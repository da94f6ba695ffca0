import { expect, it } from "vitest";
import { floorsFit } from "./floorsFit.ts";

const floors = (buildings: number, each: number) =>
  Array.from({ length: buildings * each }, (_, at) => ({ buildingId: String(Math.floor(at / each)) }));

it("the floors are behind a button where they would reach the map's buttons below", () => {
  // A phone held sideways, a tablet held sideways and upright.
  expect(floorsFit(floors(1, 3), 342)).toBe(false);
  expect(floorsFit(floors(2, 3), 716)).toBe(true);
  expect(floorsFit(floors(2, 12), 716)).toBe(false);
  expect(floorsFit(floors(2, 6), 1128)).toBe(true);
});

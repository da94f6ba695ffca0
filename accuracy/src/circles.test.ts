import { expect, it } from "vitest";
import { madeUpSets } from "./circleSets.ts";
import { circleRows } from "./circleTable.ts";
import { DRAWN_SITES } from "./drawnSites.ts";

it("circles contain the truth about as often as stated, on a randomly drawn site", () => {
  const sets = [...madeUpSets([1, 2, 3], DRAWN_SITES.slice(0, 1))].map((set) => ({ ...set, rowOf: () => "all" }));
  const { tags, within68, within95 } = circleRows(sets).get("all")!;
  // 54 tags give the share to about 4 %; 88 and 99.5 % before radii followed the scatter of each tag's own gateways.
  expect(tags).toBe(54);
  expect(within68).toBeGreaterThan(0.6);
  expect(within68).toBeLessThan(0.8);
  expect(within95).toBeGreaterThan(0.9);
  expect(within95).toBeLessThan(0.99);
});

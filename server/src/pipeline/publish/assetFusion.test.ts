import fc from "fast-check";
import { expect, test } from "vitest";
import { assetFusion } from "./assetFusion.ts";

const fix = (trackerId: string, second: number, accuracyM: number) => ({
  assetId: "asset",
  trackerId,
  atMs: second * 1000,
  accuracyM,
});

test("an asset's only tracker always decides its place, whatever its clock and radius", () => {
  const fixes = fc.array(fc.tuple(fc.integer(), fc.nat(100)));
  fc.assert(
    fc.property(fixes, (list) => {
      const fusion = assetFusion([]);
      for (const [second, accuracyM] of list) expect(fusion.add(fix("a", second, accuracyM))).toBe(true);
    }),
  );
});

test("the clearly more certain of two trackers is used until it has been silent for ten seconds", () => {
  const fusion = assetFusion([]);
  const taken = [
    fusion.add(fix("a", 0, 2)),
    fusion.add(fix("b", 1, 8)),
    fusion.add(fix("a", 2, 3)),
    fusion.add(fix("b", 12, 8)),
    fusion.add(fix("b", 13, 8)),
    fusion.add(fix("a", 14, 2)),
  ];
  expect(taken).toEqual([true, false, true, false, true, true]);
});

test("a tracker that becomes uncertain is replaced by the other's fix of the same moment", () => {
  const fusion = assetFusion([fix("a", 0, 2), fix("b", 1, 5)]);
  expect([fusion.add(fix("a", 2, 20)), fusion.add(fix("b", 3, 5))]).toEqual([false, true]);
});

test("a tracker that is only slightly more certain does not take over", () => {
  const fusion = assetFusion([fix("a", 0, 4)]);
  expect([fusion.add(fix("b", 1, 3.8)), fusion.add(fix("b", 2, 3)), fusion.add(fix("a", 3, 2.9))]).toEqual([
    false,
    true,
    false,
  ]);
});

test("restored fixes count like received ones", () => {
  const fusion = assetFusion([fix("a", 0, 2), fix("b", 1, 8)]);
  expect(fusion.add(fix("b", 5, 8))).toBe(false);
});

test("fixes dated in the future are dropped when the clock is set back", () => {
  const fusion = assetFusion([fix("a", 100_000, 1), fix("b", 0, 8)]);
  expect(fusion.add(fix("b", 1, 8))).toBe(true);
});

test("the fixes of one asset do not affect another asset's place", () => {
  const fusion = assetFusion([fix("a", 0, 2)]);
  expect(fusion.add({ ...fix("b", 1, 8), assetId: "other" })).toBe(true);
});

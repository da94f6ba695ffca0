import fc from "fast-check";
import { expect, test } from "vitest";
import { assetFusion } from "./assetFusion.ts";

const fix = (trackerId: string, second: number, accuracyM: number) => ({
  assetId: "asset",
  trackerId,
  atMs: second * 1000,
  accuracyM,
});

test("the only tracker of an asset always says where it is, whatever its clock and its radius", () => {
  const fixes = fc.array(fc.tuple(fc.integer(), fc.nat(100)));
  fc.assert(
    fc.property(fixes, (list) => {
      const fusion = assetFusion([]);
      for (const [second, accuracyM] of list) expect(fusion.take(fix("a", second, accuracyM))).toBe(true);
    }),
  );
});

test("of two that differ clearly the more certain one is chosen, until it is silent for ten seconds", () => {
  const fusion = assetFusion([]);
  const taken = [
    fusion.take(fix("a", 0, 2)),
    fusion.take(fix("b", 1, 8)),
    fusion.take(fix("a", 2, 3)),
    fusion.take(fix("b", 12, 8)),
    fusion.take(fix("b", 13, 8)),
    fusion.take(fix("a", 14, 2)),
  ];
  expect(taken).toEqual([true, false, true, false, true, true]);
});

test("one that becomes uncertain gives way to the other's fix of the same moment", () => {
  const fusion = assetFusion([fix("a", 0, 2), fix("b", 1, 5)]);
  expect([fusion.take(fix("a", 2, 20)), fusion.take(fix("b", 3, 5))]).toEqual([false, true]);
});

test("one that is hardly more certain does not take over", () => {
  const fusion = assetFusion([fix("a", 0, 4)]);
  expect([fusion.take(fix("b", 1, 3.8)), fusion.take(fix("b", 2, 3)), fusion.take(fix("a", 3, 2.9))]).toEqual([
    false,
    true,
    false,
  ]);
});

test("what is restored counts as if it had been heard", () => {
  const fusion = assetFusion([fix("a", 0, 2), fix("b", 1, 8)]);
  expect(fusion.take(fix("b", 5, 8))).toBe(false);
});

test("a clock that was set back leaves nothing that lies ahead", () => {
  const fusion = assetFusion([fix("a", 100_000, 1), fix("b", 0, 8)]);
  expect(fusion.take(fix("b", 1, 8))).toBe(true);
});

test("assets know nothing of each other", () => {
  const fusion = assetFusion([fix("a", 0, 2)]);
  expect(fusion.take({ ...fix("b", 1, 8), assetId: "other" })).toBe(true);
});

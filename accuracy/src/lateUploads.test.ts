import { expect, it } from "vitest";
import { lateUploads } from "./lateUploads.ts";

it("an asset at rest is located as well with uploads every 30 to 60 s as with prompt ones", () => {
  const seed = 5;
  const prompt = lateUploads({ seed, uploadS: [1, 1] }).rested!;
  const late = lateUploads({ seed, uploadS: [30, 60] });
  expect(late.rested!.medianM).toBeLessThan(1.1 * prompt.medianM);
  expect(late.rested!.p90M).toBeLessThan(1.1 * prompt.p90M);
  expect(late.all!.floorShare).toBeGreaterThan(0.99);
  // A thing that has just come to rest might have moved on without any upload showing it.
  expect(late.justRested!.within68).toBeGreaterThan(0.6);
  expect(late.justRested!.within95).toBeGreaterThan(0.9);
  expect(late.rested!.within68).toBeLessThan(0.8);
  expect(late.moving!.within95).toBeGreaterThan(0.89);
});

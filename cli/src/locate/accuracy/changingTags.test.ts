import { describe, expect, it } from "vitest";
import { firstMinute, minutesOnMetal } from "./changingTags.ts";
import { ordinaryLife } from "./ordinaryLife.ts";

const seeds = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

describe("a tag whose strength is not what it was, or not known yet", { timeout: 100_000 }, () => {
  it("put onto metal is found out within a minute, and stays as good as a centroid", () => {
    const [before, first, ...later] = minutesOnMetal(seeds(1, 8));
    expect(first!.medianM).toBeLessThan(1.2 * first!.centroidMedianM);
    for (const minute of later) expect(minute.medianM).toBeLessThan(1.1 * minute.centroidMedianM);
    // What the last minutes know of it is no worse than what the first ones do.
    expect(later.at(-1)!.medianM).toBeLessThan(1.15 * later[0]!.medianM);
    expect(before!.medianM).toBeLessThan(0.75 * before!.centroidMedianM);
  });

  it.each([-10, -8, 10])("is located better than by a centroid in its first minute at any speed, %i dB", (db) => {
    for (const mps of [0, 1.4, 2.2, 4]) {
      const figures = firstMinute(mps, db, seeds(1, 24));
      expect(figures.medianM).toBeLessThan(figures.centroidMedianM);
      expect(figures.p90M).toBeLessThan(1.05 * figures.centroidP90M);
    }
  });
});

describe("the shown dot", { timeout: 100_000 }, () => {
  it.each([0, 0.5, 1.4, 2.2, 3, 4])("is not 5 % farther off than the fixes it calms, at %d m/s", (speedMps) => {
    const figures = ordinaryLife({ name: "speed", speedMps, tagDb: 0 }, seeds(1, 12));
    expect(figures.medianM).toBeLessThan(1.05 * figures.rawMedianM);
  });
});

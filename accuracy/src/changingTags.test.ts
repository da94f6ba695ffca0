import { describe, expect, it } from "vitest";
import { firstMinute, minutesOnMetal } from "./changingTags.ts";
import { simulateDay } from "./simulateDay.ts";

const seeds = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

describe("a tag whose strength has changed or is not known yet", () => {
  it("a tracker put on metal is located nearly as well as by a centroid after a minute", () => {
    const [before, first, ...later] = minutesOnMetal(seeds(1, 8));
    expect(first!.medianM).toBeLessThan(1.35 * first!.centroidMedianM);
    for (const minute of later) expect(minute.medianM).toBeLessThan(1.2 * minute.centroidMedianM);
    // Its estimated strength does not drift back to the old one.
    const end = later.slice(-2).map((minute) => minute.medianM / minute.centroidMedianM);
    for (const share of end) expect(share).toBeLessThan(1.1);
    expect(before!.medianM).toBeLessThan(0.75 * before!.centroidMedianM);
  });

  it.each([-10, -8, 10])(
    "a tracker of unknown strength is located in its first minute as well as by a centroid or nearly so, %i dB",
    (db) => {
      for (const mps of [0, 1.4, 2.2, 4]) {
        const figures = firstMinute(mps, db, seeds(1, 24));
        expect(figures.medianM).toBeLessThan(1.05 * figures.centroidMedianM);
        expect(figures.p90M).toBeLessThan(1.12 * figures.centroidP90M);
      }
    },
  );
});

describe("the shown dot", () => {
  it.each([0, 0.5, 1.4, 2.2, 3, 4])(
    "the shown dot is less than 5 % farther off than the unsmoothed fixes, at %d m/s",
    (speedMps) => {
      const figures = simulateDay({ name: "speed", speedMps, tagDb: 0 }, seeds(1, 12));
      expect(figures.medianM).toBeLessThan(1.05 * figures.rawMedianM);
    },
  );
});

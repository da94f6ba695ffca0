import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_SCENARIOS } from "./dayScenarios.ts";
import { type DayFigures, simulateDay } from "./simulateDay.ts";

const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "../baseline.json"), "utf8")) as {
  lives: Record<string, DayFigures>;
};
/** An error fails above this: worse by a share and a little. */
const worse = (before: number): number => 1.05 * before + 0.1;

describe("on an ordinary day the engine is no worse than it was, and no worse than simple methods", () => {
  it.each(DAY_SCENARIOS)(
    "the engine is on an ordinary day no worse than before, and no worse than simple methods: $name",
    (life) => {
      const now = simulateDay(life);
      const before = baseline.lives[life.name]!;
      expect(now.medianM).toBeLessThanOrEqual(worse(before.medianM));
      expect(now.p90M).toBeLessThanOrEqual(worse(before.p90M));
      expect(now.within68).toBeGreaterThanOrEqual(0.6);
      expect(now.within95).toBeGreaterThanOrEqual(0.9);
      if (life.speedMps === 0) expect(now.moving).toBeLessThanOrEqual(0.1);
      else if (!life.restS) expect(now.moving).toBeGreaterThanOrEqual(before.moving - 0.05);
      // While a tag's strength is unknown, non-detection must not be taken for distance.
      if (life.seeds) {
        expect(now.medianM).toBeLessThanOrEqual(1.1 * now.centroidMedianM);
        expect(now.p90M).toBeLessThanOrEqual(1.25 * now.centroidP90M);
      }
    },
  );
});

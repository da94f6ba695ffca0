import type { Calibration } from "@pulse/positioning/model/calibration";
import { expect, test } from "vitest";
import { dayFigures, type DayFigures, type DayScenario, simulateOneDay } from "./simulateDay.ts";

/** What the hall's traffic teaches a site whose tags are alike. */
const ALIKE: Calibration = {
  version: 1,
  level: 1,
  exponent: 2.5,
  powerShiftDb: 0,
  shadowSdDb: 3.5,
  tagOffsetSdDb: 1.9,
  anchorOffsetsDb: {},
  radius: null,
};
const SEEDS = Array.from({ length: 12 }, (_, i) => 1 + i);

function firstMinute(life: Pick<DayScenario, "speedMps" | "tagDb">, law: Calibration | null): DayFigures {
  const whole: DayScenario = { name: "first minute", seconds: 60, ...life };
  return dayFigures(SEEDS.flatMap((seed) => simulateOneDay(whole, seed, false, law)));
}

test.each([0, 1.4])(
  "a weak tracker at %d m/s is located about as well on a site whose trackers are alike as on any",
  (speedMps) => {
    const weak = { speedMps, tagDb: -10 };
    const alike = firstMinute(weak, ALIKE);
    const any = firstMinute(weak, null);
    expect(alike.medianM).toBeLessThan(1.25 * any.medianM);
    expect(alike.medianM).toBeLessThan(1.1 * alike.centroidMedianM);
  },
);

test("a tracker like the site's own gains from what the site has learned", () => {
  const own = { speedMps: 0, tagDb: 0 };
  expect(firstMinute(own, ALIKE).p90M).toBeLessThan(firstMinute(own, null).p90M);
});

import { describe, expect, it } from "vitest";
import { FRAME_SCENARIOS, FRAMES } from "./frames.ts";
import { simulateDay, type DayFigures } from "./simulateDay.ts";

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const [stands, walks] = FRAME_SCENARIOS;

function figures(life: typeof walks, name: keyof typeof FRAMES): DayFigures {
  return simulateDay({ ...life!, frames: FRAMES[name] }, seeds);
}

describe("a tag that sends frames at several powers", () => {
  const one = figures(walks, "one frame");

  it.each(["10 dB weaker, and says so", "8 dB weaker, states nothing", "8 dB stronger, states nothing"] as const)(
    "a tracker with frames of several powers is followed nearly as well as one with a single frame: %s",
    (name) => {
      const several = figures(walks, name);
      expect(several.medianM).toBeLessThan(1.2 * one.medianM);
      expect(several.p90M).toBeLessThan(1.2 * one.p90M);
      expect(several.within68).toBeGreaterThan(0.62);
      expect(several.within95).toBeGreaterThan(0.93);
      expect(several.moving).toBeGreaterThan(0.9);
      expect(figures(stands, name).moving).toBeLessThan(0.05);
    },
  );

  it.each(["as strong, states 10 dB less", "one of five as strong, states nothing"] as const)(
    "wrong or missing stated powers do not harm a tracker with frames of several powers: %s",
    (name) => {
      const several = figures(walks, name);
      expect(several.medianM).toBeLessThan(1.02 * one.medianM);
      expect(several.p90M).toBeLessThan(1.02 * one.p90M);
    },
  );
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { espresenseRoom, PUBLISHED } from "./espresenseRoom.ts";
import { figuresOf, worseThan, type Figures } from "./figures.ts";
import { recordingsFolder, runRecordings } from "./recordedSets.ts";
import { runScenario } from "./runScenario.ts";
import { SCENARIOS, SHORT_SCENARIO } from "./scenarios.ts";

const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "../baseline.json"), "utf8")) as {
  scenarios: Record<string, Figures>;
  recordings: Record<string, Figures>;
};
/** The others are measured in short.test.ts. */
const longer = SCENARIOS.filter(({ name }) => name !== SHORT_SCENARIO);

describe("positions get no worse than the baseline", () => {
  it.each(longer)("positions on a made-up site get no worse than the baseline: $name", (scenario) => {
    const result = runScenario(scenario, 1);
    expect(worseThan(baseline.scenarios, { [scenario.name]: figuresOf(result.score) })).toEqual([]);
    if (scenario.mechanism === "ANCHORED") {
      expect(result.flipsPerMinute).toBeLessThanOrEqual(0.2);
      return;
    }
    expect(result.score.meanM).toBeLessThan(result.nearestMeanM);
    expect(result.score.p90M).toBeLessThan(result.nearestP90M);
    expect(result.score.rightFloor).toBeGreaterThanOrEqual(0.97);
  });

  const folder = recordingsFolder();
  it.skipIf(!folder)(
    "positions on the recordings get no worse than the baseline (skipped where they are not on this machine)",
    () => {
      expect(worseThan(baseline.recordings, runRecordings(folder!))).toEqual([]);
    },
  );
});

describe("in the room of ESPresense companion's accuracy page", () => {
  it.each(["walk", "crossing"] as const)(
    "each sample alone beats the published %s in median and 95th percentile in ESPresense companion's room",
    (track) => {
      const alone = espresenseRoom(track, { time: false });
      expect(alone.medianM).toBeLessThan(PUBLISHED[track].medianM);
      expect(alone.p95M).toBeLessThan(PUBLISHED[track].p95M);
    },
  );

  it.each(["walk", "crossing"] as const)(
    "fixes over time beat the published %s in wrong rooms, too, in ESPresense companion's room",
    (track) => {
      const timed = espresenseRoom(track, { time: true });
      expect(timed.medianM).toBeLessThan(PUBLISHED[track].medianM);
      expect(timed.p95M).toBeLessThan(PUBLISHED[track].p95M);
      expect(timed.wrongRoom).toBeLessThan(PUBLISHED[track].wrongRoom);
    },
  );
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import { expect, it } from "vitest";
import { MEASURED, measureAccuracy } from "./demo/measure.ts";
import { figuresOf, worseThan, type Figures } from "./figures.ts";
import { runScenario } from "./runScenario.ts";
import { SCENARIOS, SHORT_SCENARIO } from "./scenarios.ts";

// What every `npm test` runs of this project (decision 35): together they go through all that the engine does, from a
// gateway's message on.
const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "../baseline.json"), "utf8")) as {
  scenarios: Record<string, Figures>;
  demo: Record<string, Figures>;
};

it("trackers on three made-up floors are located no worse than in the baseline, and better than by the nearest gateway", () => {
  const scenario = SCENARIOS.find(({ name }) => name === SHORT_SCENARIO)!;
  const { score, nearestMeanM, nearestP90M } = runScenario(scenario, 1);
  expect(worseThan(baseline.scenarios, { [scenario.name]: figuresOf(score) })).toEqual([]);
  expect(score.meanM).toBeLessThan(nearestMeanM);
  expect(score.p90M).toBeLessThan(nearestP90M);
});

it("the demo's hospital, heard through its gateways' messages, is located no worse than in the baseline", () => {
  const site = cityHospital();
  const measured = measureAccuracy({ ...MEASURED, site, mechanism: "TRILATERATED" });
  expect(measured.fixes).toBeGreaterThan(site.assets.length * 10);
  expect(worseThan(baseline.demo, { [site.name]: figuresOf(measured) })).toEqual([]);
});

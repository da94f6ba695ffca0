import { createHash } from "node:crypto";
import { explain } from "@pulse/positioning/explain/explain";
import { locate } from "@pulse/positioning/engine/locate";
import type { Fix } from "@pulse/positioning/fix/fix";
import { likelyPlaces } from "@pulse/positioning/fix/likelyPlaces";
import { gatewayHealth } from "@pulse/positioning/learn/gatewayHealth";
import { sampleTraffic, fitTraffic, newTrafficSample } from "@pulse/positioning/learn/trafficSample";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { smoothTrack } from "@pulse/positioning/smooth/smoothTrack";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import { locateSessions, type TagFix } from "@pulse/cli/locate/locateSessions";
import { withFastForklifts } from "@pulse/simulator/demo/forklifts";
import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { drawnAir } from "@pulse/simulator/radio/drawnAir";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { expect, it } from "vitest";
import { hear, modelOf, type UploadDelays } from "./demo/measure.ts";
import { MEASURINGS, measuredFigures } from "./rangesAndAngles.ts";
import { readRecording, recordingsFolder } from "./recordedSets.ts";
import { roomsOf } from "./roomDay.ts";
import { recordScenario } from "./runScenario.ts";
import { SCENARIOS, SHORT_SCENARIO } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";
import { walkedFigures } from "./walkedRanges.ts";

// A change that only moves or renames code must not move a single fix. Renew a value (the failing test prints the new
// one) only with an intended change of the engine, of the simulator or of a scenario, and say so in that commit.

const START_MS = Date.UTC(2026, 10, 20, 8);
/** Numbers count to the ninth decimal place. */
const PER_UNIT = 1e9;

/** A hash of every number, rounded to 1e-9, and every name in a value. */
function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Map) return [...one];
    return typeof one === "number" ? String(Math.round(one * PER_UNIT) / PER_UNIT) : one;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

it.each([
  [SHORT_SCENARIO, "d05d7a045556811e"],
  ["ANCHORED office", "24a648a4551a9c3c"],
])("the fixes of the made-up scenario %s, live and smoothed, stay the same to the last digit", (name, hash) => {
  const scenario = { ...SCENARIOS.find((one) => one.name === name)!, walkers: 3, standing: 3 };
  const { sessions, modelWith } = recordScenario(scenario, 1);
  const fixes = locateSessions(sessions, { modelWith, calibration: null, intervalMs: 1000 });
  expect(hashOf([fixes, smoothed(modelWith(null), fixes)])).toBe(hash);
});

it.each([
  [1, "85b26cd3444f9007"],
  [20, "d35220e9140c9984"],
])(
  "the fixes in a warehouse whose gateways upload within %i seconds stay the same to the last digit",
  (everyS, hash) => {
    expect(hashOf(warehouse(everyS))).toBe(hash);
  },
);

it("the fixes from measured ranges and angles stay the same to the last digit", () => {
  const both = MEASURINGS.filter(({ gateways, hasRssi }) => hasRssi && gateways < 6);
  const measured = both.map((measuring) => measuredFigures(measuring, [3151], "once"));
  const walked = walkedFigures({ sdM: 0.3, everyMs: 1000, hasRssi: true }, [3161]);
  expect(hashOf([measured, walked])).toBe("3707c26ae849c782");
});

const folder = recordingsFolder();
it.skipIf(folder === null)(
  "the calibration from a recorded survey, and the fixes after it, stay the same to the last digit",
  () => {
    const { anchors, sessions, truth, isTest } = readRecording(folder!, "uji-geo");
    const modelWith = (calibration: Calibration | null) =>
      buildSiteModel({ anchors, floors: [], settings: SETTINGS, calibration });
    const survey = sessions.filter((session) => !isTest(session)).filter((_, nth) => nth % 3 === 0);
    const test = sessions.filter(isTest).filter((_, nth) => nth % 8 === 0);
    const { calibration } = calibrateSite(modelWith, survey, truth);
    const fixes = [calibration, null].map((known) =>
      locateSessions(test, { modelWith, calibration: known, intervalMs: 1000, smooth: true }),
    );
    expect(hashOf([calibration, fixes])).toBe("a18e474dcf41b929");
  },
);

function smoothed(model: SiteModel, fixes: readonly TagFix[]): Fix[][] {
  return [...Map.groupBy(fixes, ({ tagId }) => tagId).values()].map((track) =>
    smoothTrack(
      model,
      track.map(({ fix }) => fix),
    ),
  );
}

/** Fixes, explanations, likely places and what was learned, with a path-loss model fitted to the traffic half-way. */
function warehouse(everyS: number): unknown[] {
  const site = withFastForklifts(harbourWarehouse());
  const air = drawnAir(7);
  const run = newSiteRun(site, 7, START_MS, { ...air, impairments: { ...air.impairments, uploadS: [1, everyS] } });
  const rooms = roomsOf(site);
  let model = modelOf(site, "TRILATERATED", null, { rooms });
  const states = new Map<string, TrackerState>(site.assets.map(({ trackerMac }) => [trackerMac, newTrackerState()]));
  const delays: UploadDelays = new Map();
  const traffic = newTrafficSample();
  const seen: unknown[] = [];
  for (let second = 0; second < 60; second++) {
    for (const message of run.second(second)) hear(states, delays, message, START_MS);
    const nowMs = START_MS + (second + 2) * 1000;
    let nth = 0;
    for (const [mac, state] of states) {
      if (nth++ % 6 || second % 2) continue;
      if (second % 20 === 18) seen.push(explain(model, state, nowMs));
      const fix = locate(model, state, nowMs);
      if (!fix) continue;
      seen.push(fix);
      if (second % 20 === 18) seen.push(likelyPlaces(model));
      sampleTraffic(traffic, model, mac, nowMs);
    }
    if (second !== 30) continue;
    const before = model;
    const fitted = fitTraffic(traffic, model, nowMs);
    seen.push(fitted);
    model = modelOf(site, "TRILATERATED", fitted, { rooms });
    inheritLearning(model, before);
  }
  return [...seen, gatewayHealth(model), [...states.values()].map(({ offset }) => offset)];
}

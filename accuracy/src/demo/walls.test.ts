import { locate } from "@pulse/positioning/engine/locate";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { expect, test } from "vitest";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import { defaultRadio } from "@pulse/simulator/radio/settings";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { hear, modelOf, type UploadDelays } from "./measure.ts";

const seconds = 100;
const warmUpS = 40;
const startMs = Date.UTC(2026, 10, 20, 8);
/** Brick walls, and the shadowing of difficult sites. */
const radio = {
  ...defaultRadio,
  exponent: 2.5,
  shadowSdDb: 3.5,
  wallDb: { ...defaultRadio.wallDb, inner: 4 },
  maxWallDb: 10,
};

/** One building of the hospital with some of its things. */
function building(): DemoSite {
  const site = demoSites(demoWorld()).find(({ key }) => key === "hospital")!;
  const own = new Set(site.buildings[0]!.floors.map(({ key }) => key));
  const floorsOf = ({ behaviour }: DemoSite["assets"][number]): string[] =>
    behaviour.kind === "still" ? [behaviour.floor] : behaviour.stops.map(({ floor }) => floor);
  const assets = site.assets.filter((asset) => floorsOf(asset).every((floor) => own.has(floor)));
  return {
    ...site,
    buildings: site.buildings.slice(0, 1),
    gateways: site.gateways.filter(({ floor }) => own.has(floor)),
    assets: assets.filter((_, nth) => nth % 4 === 0),
  };
}

function errorsOf(withWalls: boolean): { medianM: number; p90M: number } {
  const site = building();
  const model = modelOf(site, "TRILATERATED", null, { hasWalls: withWalls });
  const run = newSiteRun(site, 11, startMs, radio);
  const states = new Map<string, TrackerState>(site.assets.map((asset) => [asset.trackerMac, newTrackerState()]));
  const delays: UploadDelays = new Map();
  const errors: number[] = [];
  for (let second = 0; second < seconds; second++) {
    for (const message of run.second(second)) hear(states, delays, message, startMs);
    if (second < warmUpS && second % 2) continue;
    for (const [mac, truth] of run.truth()) {
      const fix = locate(model, states.get(mac)!, startMs + (second + 2) * 1000);
      if (!fix || second < warmUpS) continue;
      const place = floorToSite(floorOfKey(site, truth.floor).building, truth);
      errors.push(Math.hypot(fix.x - place.x, fix.y - place.y));
    }
  }
  const sorted = errors.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)]!;
  return { medianM: at(0.5), p90M: at(0.9) };
}

test("drawn walls improve positions", () => {
  const plain = errorsOf(false);
  const walled = errorsOf(true);
  expect(walled.medianM).toBeLessThan(0.9 * plain.medianM);
  expect(walled.p90M).toBeLessThan(0.95 * plain.p90M);
});

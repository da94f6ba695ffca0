import { localFrame } from "@pulse/geo/localFrame";
import { locate } from "@pulse/positioning/fix/locate";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/model/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/model/trackerState";
import { expect, test } from "vitest";
import type { DemoSite } from "../demo/model.ts";
import { floorOfKey, floorToSite } from "../demo/placing.ts";
import { demoSites, demoWorld } from "../demo/world.ts";
import { floorHeightM } from "../radio/receivers.ts";
import { defaultRadio } from "../radio/settings.ts";
import { newSiteRun } from "../siteRun.ts";
import { hear } from "./measure.ts";

const seconds = 100;
const warmUpS = 40;
const startMs = Date.UTC(2026, 10, 20, 8);
/** Walls of brick, and shadows as difficult sites have them. */
const radio = {
  ...defaultRadio,
  exponent: 2.5,
  shadowSdDb: 3.5,
  wallDb: { ...defaultRadio.wallDb, inner: 4 },
  mostWallDb: 10,
};

/** One building of the hospital, and some of its things. */
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

/** The engine's picture of it, as an administrator has drawn it: nobody knows what its walls take. */
function drawn(site: DemoSite, withWalls: boolean): SiteModel {
  const frame = localFrame(site);
  const floors = site.buildings.flatMap((one) => one.floors.map((floor) => ({ building: one, floor })));
  return buildSiteModel({
    anchors: site.gateways.map((gateway) => ({
      ...frame.toLocal(frame.toLatLon(floorToSite(floorOfKey(site, gateway.floor).building, gateway))),
      id: gateway.mac,
      z: gateway.z,
      floor: gateway.floor,
      measuredPower: null,
      alpha: null,
      beta: null,
      gamma: null,
      snapRadiusM: null,
    })),
    floors: floors.map(({ building: of, floor }) => ({
      id: floor.key,
      level: floor.level,
      elevationM: floorHeightM(of, floor.level),
      outline: floor.outline.map((corner) => floorToSite(of, corner)),
    })),
    walls: floors.flatMap(({ building: of, floor }) =>
      (withWalls ? floor.walls : [])
        .filter(({ kind }) => kind !== "low")
        .map(({ a, b }) => ({
          floor: floor.key,
          points: [floorToSite(of, a), floorToSite(of, b)],
          lossDb: null,
        })),
    ),
    settings: {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
  });
}

function errorsOf(withWalls: boolean): { medianM: number; p90M: number } {
  const site = building();
  const model = drawn(site, withWalls);
  const run = newSiteRun(site, 11, startMs, radio);
  const states = new Map<string, TrackerState>(site.assets.map((asset) => [asset.trackerMac, newTrackerState()]));
  const errors: number[] = [];
  for (let second = 0; second < seconds; second++) {
    for (const message of run.second(second)) hear(states, message, startMs);
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

test("walls that are drawn put things nearer to where they are", () => {
  const plain = errorsOf(false);
  const walled = errorsOf(true);
  expect(walled.medianM).toBeLessThan(0.9 * plain.medianM);
  expect(walled.p90M).toBeLessThan(0.95 * plain.p90M);
});

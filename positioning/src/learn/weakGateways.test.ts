import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { learnFromTraffic } from "./learnFromTraffic.ts";
import { newTrafficSample, sampleTraffic } from "./trafficSample.ts";

const SIDE_M = 24;
const FAINTEST_DBM = -88;
const anchors = Array.from({ length: 9 }, (_, i) =>
  anAnchor({ id: `g${i}`, x: 12 * (i % 3), y: 12 * Math.floor(i / 3) }),
);
const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", SIDE_M)], settings: aSettings() });

/** What a site learns from 80 tags at places of their own, where one gateway has always been deaf by so much. */
function learnedWith(deafId: string, deafDb: number, seed: number): ReadonlyMap<string, number> {
  const { next, normal } = testNoise(seed);
  const sample = newTrafficSample();
  for (let tag = 0; tag < 80; tag++) {
    const state = newTrackerState();
    const place = { x: SIDE_M * next(), y: SIDE_M * next() };
    for (const anchor of anchors) {
      const level = rssiAt(anchor, place) + 3 * normal() - (anchor.id === deafId ? deafDb : 0);
      for (let atMs = 0; atMs <= 4000; atMs += 500) {
        const rssi = level + 2 * normal();
        if (rssi > FAINTEST_DBM) observe(state, { anchorId: anchor.id, rssi, atMs });
      }
    }
    for (const nowMs of [1000, 4000]) if (locate(model, state, nowMs)) sampleTraffic(sample, model, `t${tag}`, nowMs);
  }
  const context = { version: 1, inUse: null, doubted: [] };
  return learnFromTraffic(sample.snapshots, context).weak;
}

describe("a site's traffic", () => {
  it.each([1, 2, 3])(
    "a site's traffic names a gateway that has been deaf since before anything was learned (%i)",
    (seed) => {
      const weak = learnedWith("g4", 12, seed);
      expect([...weak.keys()]).toEqual(["g4"]);
      expect(weak.get("g4")).toBeLessThan(-8);
      expect(weak.get("g4")).toBeGreaterThan(-16);
    },
  );

  it.each([1, 2, 3])("a site's traffic names no gateway where they differ as those of one make do (%i)", (seed) => {
    expect([...learnedWith("g4", 3, seed).keys()]).toEqual([]);
  });
});

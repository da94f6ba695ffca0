import { describe, expect, it } from "vitest";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, heard } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { locate } from "../engine/locate.ts";
import { beginFit, isFitDue, newTrafficSample, sampleTraffic, type TrafficSample } from "./trafficSample.ts";

const anchors = [0, 10, 20, 30].map((x) => anAnchor({ id: `g${x}`, x, y: x % 20 }));
const model = buildSiteModel({ anchors, floors: [], settings: aSettings() });

/** A sample of this many windows, each of which counts as this much of an observation. */
function sampled(windows: number, weight: number): TrafficSample {
  const sample = newTrafficSample();
  for (let i = 0; i < windows; i++) {
    const [floor] = model.floors;
    sample.snapshots.push({ tagId: `t${i}`, atMs: i, floor: floor!, anchors: [], rssi: [], nonDetecting: [], weight });
  }
  sample.fresh = windows;
  return sample;
}

describe("a fit of the path-loss model to traffic", () => {
  it("a path-loss fit from traffic is due as soon as enough was received", () => {
    expect(isFitDue(sampled(24, 1), 0)).toBe(false);
    expect(isFitDue(sampled(25, 1), 0)).toBe(true);
  });

  it("a path-loss fit from traffic is not due while trackers repeat themselves, as a fruitless one delays the next", () => {
    expect(isFitDue(sampled(45, 0.5), 0)).toBe(false);
    expect(isFitDue(sampled(50, 0.5), 0)).toBe(true);
  });

  it("a path-loss fit from traffic is due again after half as much as the last fit had", () => {
    const sample = sampled(40, 1);
    beginFit(sample, 0);
    sample.fresh = 19;
    expect(isFitDue(sample, 1000)).toBe(false);
    sample.fresh = 20;
    expect(isFitDue(sample, 1000)).toBe(true);
  });
});

it("traffic received by mobile gateways is left out, since the plan for the path-loss fit does not have them", () => {
  const mobile = anAnchor({ id: "cart", x: 12, y: 4, validUntilMs: 60_000 });
  const all = [...anchors, mobile];
  const present = buildSiteModel({ anchors: all, floors: [], settings: aSettings() });
  const sample = newTrafficSample();
  const state = newTrackerState();
  for (let second = 1; second <= 20; second++) {
    heard(all, { x: 8, y: 6 }, { fromMs: 1000 * second - 500, seconds: 0.5, into: state });
    locate(present, state, 1000 * second);
    sampleTraffic(sample, present, "tag", 1000 * second);
  }
  expect(sample.snapshots.length).toBeGreaterThan(2);
  for (const snapshot of sample.snapshots) {
    expect(snapshot.anchors.map(({ id }) => id)).not.toContain("cart");
    expect(snapshot.rssi).toHaveLength(snapshot.anchors.length);
  }
});

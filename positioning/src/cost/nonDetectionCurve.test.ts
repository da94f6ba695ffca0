import { describe, expect, it } from "vitest";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { locate } from "../engine/locate.ts";
import { indexOf, nonDetectionCurve } from "./nonDetectionCurve.ts";

const cost = (packets: number, aboveDb: number): number => nonDetectionCurve(packets, 4.7)[indexOf(aboveDb)]!;

describe("the cost of non-detection", () => {
  it("the cost of a missing reception is almost nothing out of range, and grows with the level expected", () => {
    expect(cost(6, -40)).toBeLessThan(0.05);
    const levels = [-20, -10, 0, 10, 20, 30].map((db) => cost(6, db));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  });

  it("the cost of missing receptions grows with missed packets, up to the chance that the gateway failed by itself", () => {
    expect(cost(1, 0)).toBeLessThan(cost(3, 0));
    expect(cost(3, 0)).toBeLessThan(cost(6, 0));
    expect(cost(100, 1000)).toBeCloseTo(-2 * Math.log(0.1), 1);
  });
});

it("a tracker that only one of many gateways receives is taken to be weak and near, not far away", () => {
  const places = [5, 15, 25, 35].flatMap((x) => [5, 15, 25, 35].map((y) => ({ x, y })));
  const anchors = places.map(({ x, y }, i) => anAnchor({ id: `g${i}`, x, y }));
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings() });
  const near = anchors[5]!;
  const tag = { x: near.x + 2, y: near.y };
  // Another tag shows that the gateways are alive, and how faint a packet they hear.
  const other = newTrackerState();
  const state = newTrackerState();
  for (let atMs = 0; atMs <= 4000; atMs += 500) {
    for (const anchor of anchors) observe(other, { anchorId: anchor.id, rssi: -88, atMs });
    observe(state, { anchorId: near.id, rssi: rssiAt(near, tag) - 18, atMs });
  }
  locate(model, other, 4000);
  const fix = locate(model, state, 4000)!;
  expect(model.work.nonDetecting.alive.length).toBeGreaterThan(3);
  expect(model.work.posterior.offsetDb).toBeLessThan(-6);
  expect(Math.hypot(fix.x - near.x, fix.y - near.y)).toBeLessThan(3);
});

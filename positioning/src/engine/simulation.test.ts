import { expect, it } from "vitest";
import { locate } from "./locate.ts";
import { buildSiteModel } from "./siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "./testSite.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

function medianErrorM(gateways: number): number {
  const { next, normal } = testNoise(7);
  // Places in a fixed order, so that each site contains the smaller ones and differs only in having more gateways.
  const places = [
    [1, 1],
    [19, 19],
    [19, 1],
    [1, 19],
    [10, 10],
    [10, 1],
    [10, 19],
    [1, 10],
    [19, 10],
    [5, 5],
    [15, 15],
    [5, 15],
    [15, 5],
  ];
  const anchors = places.slice(0, gateways).map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
  const errors: number[] = [];
  for (let trial = 0; trial < 400; trial++) {
    const tag = { x: 20 * next(), y: 20 * next() };
    const offsetDb = 4 * normal();
    const state = newTrackerState();
    for (const anchor of anchors) {
      const placeDb = 4.5 * normal();
      for (let k = 0; k < 5; k++) {
        observe(state, {
          anchorId: anchor.id,
          rssi: rssiAt(anchor, tag) + offsetDb + placeDb + 3.8 * normal(),
          atMs: 500 * k,
        });
      }
    }
    const fix = locate(model, state, 2000)!;
    errors.push(Math.hypot(fix.x - tag.x, fix.y - tag.y));
  }
  return errors.toSorted((a, b) => a - b)[errors.length >> 1]!;
}

it("the engine is more accurate the more gateways receive a tracker", () => {
  const medians = [2, 3, 4, 6, 9, 13].map(medianErrorM);
  for (let i = 1; i < medians.length; i++) expect(medians[i]!).toBeLessThan(medians[i - 1]! * 1.03);
  expect(medians.at(-1)!).toBeLessThan(0.6 * medians[0]!);
});

import { expect, test } from "vitest";
import { locate } from "../engine/locate.ts";
import type { Calibration } from "../model/calibration.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { learnedOffset } from "./tagOffset.ts";
import { MODEL } from "../model/modelConstants.ts";

const anchors = [
  [1, 1],
  [19, 1],
  [1, 19],
  [19, 19],
  [10, 10],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
/** The result of a survey with one tag. */
const surveyed: Calibration = {
  version: 1,
  level: 2,
  exponent: MODEL.exponent,
  powerShiftDb: 0,
  shadowSdDb: 4,
  tagOffsetSdDb: 0.5,
  anchorOffsetsDb: {},
  radius: null,
};

/** The strength learned of a tag after two minutes on a walk, with shadows of 4 dB that change every three seconds. */
function learnedOnAWalk(strengthDb: number, seed: number): number {
  const { normal } = testNoise(seed);
  const floors = [aSquareFloor("ground", 20)];
  const model = buildSiteModel({ anchors, floors, settings: aSettings(), calibration: surveyed });
  const state = newTrackerState();
  let shadows: number[] = [];
  for (let atMs = 0; atMs <= 120_000; atMs += 500) {
    const [x, y] = [10 + 7 * Math.sin(atMs / 9000), 10 + 7 * Math.sin(atMs / 13_000 + 1)];
    if (atMs % 3000 === 0) shadows = anchors.map(() => 4 * normal());
    anchors.forEach((anchor, i) => {
      const pathLoss = MODEL.powerDbm - 10 * MODEL.exponent * Math.log10(Math.hypot(anchor.x - x, anchor.y - y, 1.3));
      observe(state, { anchorId: anchor.id, rssi: pathLoss + strengthDb + shadows[i]! + 2 * normal(), atMs });
    });
    locate(model, state, atMs);
  }
  return learnedOffset(state.offset)!.meanDb;
}

test("a tracker known to be unlike the surveyed one is not drawn back to it at each new place", () => {
  const learned = Array.from({ length: 12 }, (_, nth) => learnedOnAWalk(-6, 1 + nth));
  const meanDb = learned.reduce((sum, one) => sum + one, 0) / learned.length;
  expect(meanDb).toBeLessThan(-5.8);
  expect(meanDb).toBeGreaterThan(-6.3);
});

test("a tracker like the surveyed one is recognised as such", () => {
  for (const seed of [1, 2, 3]) expect(Math.abs(learnedOnAWalk(0, seed))).toBeLessThan(0.8);
});

import { expect, test } from "vitest";
import type { Calibration } from "../model/calibration.ts";
import { anAnchor, aSettings, aSquareFloor } from "../model/testSite.ts";
import { buildSiteModel, type SiteModel } from "../model/siteModel.ts";
import { carriedLaw } from "./carriedLaw.ts";

// Four gateways in a hall of 20 m, divided by a wall of 4 dB.
const anchors = [
  [4, 4],
  [4, 16],
  [16, 4],
  [16, 16],
].map(([x, y], nth) => anAnchor({ id: `gateway ${nth}`, x: x!, y: y! }));
const wall = {
  floor: "ground",
  lossDb: 4,
  points: [
    { x: 10, y: 0 },
    { x: 10, y: 20 },
  ],
};
const law: Calibration = {
  version: 1,
  level: 1,
  exponent: 2.4,
  powerShiftDb: 0,
  shadowSdDb: 4,
  tagOffsetSdDb: 4,
  anchorOffsetsDb: {},
  radius: null,
};
const hall = (calibration: Calibration): SiteModel =>
  buildSiteModel({
    anchors,
    floors: [aSquareFloor("ground", 20)],
    walls: [wall],
    settings: aSettings(),
    calibration,
  });
const shiftFrom = (before: Calibration, after: Calibration): number | undefined =>
  carriedLaw(hall(after).anchors, hall(before).anchors, before.version)?.shiftDb;

test("a law that expects 3 dB more of every tag shifts the known tag strengths by 3 dB", () => {
  expect(shiftFrom(law, { ...law, powerShiftDb: 3 })).toBeCloseTo(3, 4);
});

test("a law that starts to count walls expects less behind them by their loss", () => {
  // Of the three other gateways' places, two are behind the wall.
  expect(shiftFrom(law, { ...law, wallShare: 1 })).toBeCloseTo((-4 * 2) / 3, 4);
});

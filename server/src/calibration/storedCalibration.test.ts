import { expect, test } from "vitest";
import { anAnchor, aSettings } from "@pulse/positioning/model/testSite";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { SitePlan } from "../locate/sitePlan.ts";
import { stillValid, toStore } from "./storedCalibration.ts";

const points = { x: [1], y: [1], residualDb: [2], noiseDb2: [1] };
const calibration: Calibration = {
  version: 1,
  level: 3,
  exponent: 2.5,
  powerShiftDb: 0,
  shadowSdDb: 4,
  tagOffsetSdDb: 4,
  anchorOffsetsDb: { stays: 1, moves: 2 },
  radius: null,
  map: {
    shape: { lengthM: 2.5, sdDb: 3.5, nuggetSdDb: 2 },
    gateways: { stays: points, moves: points },
    beyond: { stays: { upper: points }, moves: { upper: points } },
    slabDb: 12,
  },
};

function plan(movedM: number): SitePlan {
  const anchors = [anAnchor({ id: "stays" }), anAnchor({ id: "moves", x: 10 + movedM })];
  return { anchors, floors: [], rooms: [], walls: [], settings: aSettings() };
}

test("survey data of a gateway that has been moved is dropped on every floor", () => {
  const stored = toStore(calibration, plan(0));
  expect(stillValid(stored, plan(0))).toEqual(calibration);
  const left = stillValid(stored, plan(3));
  expect(Object.keys(left.anchorOffsetsDb)).toEqual(["stays"]);
  expect(Object.keys(left.map!.gateways)).toEqual(["stays"]);
  expect(Object.keys(left.map!.beyond!)).toEqual(["stays"]);
});

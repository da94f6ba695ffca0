import { expect, test } from "vitest";
import { anAnchor, aSettings } from "@pulse/positioning/engine/testSite";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { SitePlan } from "../locate/sitePlan.ts";
import { localFrame } from "@pulse/geo/localFrame";
import { validCalibration, toStore } from "./storedCalibration.ts";

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

const origin = { lat: 53.5, lon: 10 };

function plan(movedM: number): SitePlan {
  const anchors = [anAnchor({ id: "stays" }), anAnchor({ id: "moves", x: 10 + movedM })];
  return { origin, anchors, floors: [], rooms: [], walls: [], settings: aSettings() };
}

test("survey data of a gateway that has been moved is dropped on every floor", () => {
  const stored = toStore(calibration, plan(0));
  expect(validCalibration(stored, plan(0))).toEqual(calibration);
  const left = validCalibration(stored, plan(3));
  expect(Object.keys(left.anchorOffsetsDb)).toEqual(["stays"]);
  expect(Object.keys(left.map!.gateways)).toEqual(["stays"]);
  expect(Object.keys(left.map!.beyond!)).toEqual(["stays"]);
});

test("a survey stays valid when the site's pin is moved, and its points stay where they were in the building", () => {
  const stored = toStore(calibration, plan(0));
  const moved = { lat: 53.5003, lon: 10.0008 };
  const [was, is] = [localFrame(origin), localFrame(moved)];
  const shifted = <T extends { x: number; y: number }>(point: T): T => ({
    ...point,
    ...is.toLocal(was.toLatLon({ x: point.x, y: point.y })),
  });
  const after: SitePlan = { ...plan(0), origin: moved, anchors: plan(0).anchors.map(shifted) };
  expect(Math.hypot(after.anchors[0]!.x, after.anchors[0]!.y)).toBeGreaterThan(50);
  const left = validCalibration(stored, after);
  expect(left.anchorOffsetsDb).toEqual(calibration.anchorOffsetsDb);
  const place = shifted({ x: 1, y: 1 });
  for (const { x, y, residualDb } of [left.map!.gateways["moves"]!, left.map!.beyond!["stays"]!["upper"]!]) {
    expect(x[0]).toBeCloseTo(place.x, 3);
    expect(y[0]).toBeCloseTo(place.y, 3);
    expect(residualDb).toEqual([2]);
  }
  // And back again.
  expect(validCalibration(stored, plan(0))).toEqual(calibration);
});

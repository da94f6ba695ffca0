import { describe, expect, test } from "vitest";
import { calibrateFromSurvey, conformalRadius } from "./calibrateFromSurvey.ts";
import { heldOutErrors, type PointError } from "./heldOutErrors.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import type { Calibration } from "../model/calibration.ts";
import type { LabelledSnapshot } from "./labelledSnapshot.ts";

const anchors = [
  [1, 1],
  [19, 1],
  [1, 19],
  [19, 19],
  [10, 10],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
const floors = [aSquareFloor("ground", 20), { ...aSquareFloor("first", 20), level: 1, elevationM: 3 }];

function modelWith(calibration: Calibration | null): SiteModel {
  return buildSiteModel({ anchors, floors, settings: aSettings(), calibration });
}

/** Points here and there on a floor, walked with a tag 12 dB weaker than usual; all gateways are on the ground floor. */
function pointsOn(floor: string, count: number, sessionOf = (nth: number) => `${floor} ${nth}`): LabelledSnapshot[] {
  const { next, normal } = testNoise(1);
  return Array.from({ length: count }, (_, nth) => {
    const at = { x: 20 * next(), y: 20 * next() };
    const heard = anchors.map((anchor) => {
      const rssi = rssiAt(anchor, at) - 12 + 2 * normal();
      return { anchorId: anchor.id, rssi, packets: 20 };
    });
    return { tagId: sessionOf(nth), ...at, floor, heard, live: heard };
  });
}

function survey(snapshots: LabelledSnapshot[]): Calibration | null {
  return calibrateFromSurvey({ snapshots, version: 1, modelWith, present: null });
}

describe("survey points on a floor without gateways", () => {
  test("survey points on a floor without gateways make no survey, and do not replace missing points elsewhere", () => {
    expect(survey(pointsOn("ground", 8))).not.toBeNull();
    expect(survey(pointsOn("first", 20))).toBeNull();
    expect(survey([...pointsOn("ground", 7), ...pointsOn("first", 20)])).toBeNull();
  });

  test("survey points on a floor without gateways do not change the result of a walk on another floor", () => {
    const walk = pointsOn("ground", 20, () => "walk");
    const alone = survey(walk)!;
    expect(survey([...walk, ...pointsOn("first", 20)])).toEqual(alone);
    const { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb } = alone;
    expect([exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb].every(Number.isFinite)).toBe(true);
  });
});

describe("a small survey", () => {
  /** Points of a hall whose gateways hear more or less from place to place, in waves of 16 m, of this many dB. */
  function hall(places: readonly { x: number; y: number }[], shadowDb: number, seed: number): LabelledSnapshot[] {
    const { normal } = testNoise(seed);
    return places.map((at, point) => {
      const heard = anchors.map((anchor, nth) => {
        const wave = Math.cos(0.4 * at.x + 2 * nth) + Math.cos(0.4 * at.y + 3 * nth);
        return { anchorId: anchor.id, rssi: rssiAt(anchor, at) + shadowDb * wave + normal(), packets: 20 };
      });
      return { tagId: `point ${point}`, ...at, floor: "ground", heard, live: heard };
    });
  }
  const someOf = (count: number, seed: number) => {
    const { next } = testNoise(seed);
    return Array.from({ length: count }, () => ({ x: 20 * next(), y: 20 * next() }));
  };

  test("a survey of 27 points is kept as a map where that locates held-back points better, and other places too", () => {
    const snapshots = hall(someOf(27, 5), 6, 6);
    const calibration = survey(snapshots)!;
    expect(calibration.level).toBe(3);
    const tags = hall(someOf(80, 7), 6, 8);
    const offM = (of: Calibration): number =>
      heldOutErrors(modelWith(of), tags).reduce((sum, { meanErrorM }) => sum + meanErrorM, 0) / tags.length;
    expect(offM(calibration)).toBeLessThan(0.85 * offM({ ...calibration, level: 2, map: null }));
  });

  test("a survey of 27 points has to win with a map as with any level: noise alone makes none", () => {
    expect(survey(hall(someOf(27, 5), 0, 6))?.level ?? 0).toBeLessThan(3);
  });
});

test("the 95 % circle of a short survey is not the size of its single largest error", () => {
  const point = (errorM: number): PointError => ({
    errorM,
    meanErrorM: errorM,
    spread: { varX: 1, varY: 1 },
    gateways: 5,
    scatter: { squares: 4, freedom: 5 },
  });
  const errorsM = Array.from({ length: 36 }, (_, nth) => 0.1 * nth);
  const usual = conformalRadius(errorsM.map(point))!;
  const withOneFar = conformalRadius([...errorsM.slice(0, -1), 12].map(point))!;
  expect(withOneFar.outer).toBeCloseTo(usual.outer, 6);
  expect(withOneFar.inner).toBeCloseTo(usual.inner, 6);
});

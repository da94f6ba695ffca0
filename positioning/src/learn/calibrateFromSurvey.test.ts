import { describe, expect, test } from "vitest";
import { calibrateFromSurvey } from "./calibrateFromSurvey.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { buildSiteModel, surveyedAnchors, type SiteModel } from "../engine/siteModel.ts";
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
  const { tagHeightM } = modelWith(null);
  const anchorsThere = surveyedAnchors(modelWith(null));
  return calibrateFromSurvey({ snapshots, anchors: anchorsThere, tagHeightM, version: 1, modelWith, present: null });
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

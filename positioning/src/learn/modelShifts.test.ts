import { describe, expect, test } from "vitest";
import { estimateMotion } from "../engine/estimateMotion.ts";
import type { Calibration } from "../model/calibration.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { buildSiteModel, inheritLearning, type SiteModel } from "../engine/siteModel.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { recordedModelShifts } from "./modelShifts.ts";
import { learnedOffset } from "./tagOffset.ts";

// Four gateways in a hall of 20 m.
const anchors = [
  [4, 4],
  [4, 16],
  [16, 4],
  [16, 16],
].map(([x, y], nth) => anAnchor({ id: `gateway ${nth}`, x: x!, y: y! }));
const pathLoss: Calibration = {
  version: 1,
  level: 1,
  exponent: 2.4,
  powerShiftDb: 0,
  shadowSdDb: 4,
  tagOffsetSdDb: 4,
  anchorOffsetsDb: {},
  radius: null,
};
const hall = (calibration: Calibration | null): SiteModel =>
  buildSiteModel({
    anchors,
    floors: [aSquareFloor("ground", 20)],
    settings: aSettings(),
    calibration,
  });
/** The site after it has used these path-loss models in turn. */
const after = (...pathLosses: (Calibration | null)[]): SiteModel =>
  pathLosses.map(hall).reduce((before, model) => {
    inheritLearning(model, before);
    return model;
  });
const shiftFrom = (before: Calibration, next: Calibration): number | undefined =>
  after(before, next).learning.modelShifts.get(before.version);

test("a path-loss model that expects 3 dB more of every tracker shifts the known tracker strengths by 3 dB", () => {
  expect(shiftFrom(pathLoss, { ...pathLoss, version: 2, powerShiftDb: 3 })).toBeCloseTo(3, 4);
});

test("a path-loss model that falls off more steeply expects less as far away as gateways are apart, about where tags are heard from", () => {
  // Two neighbours at 12 m and one across, each 1.3 m above the trackers.
  const usualM = (Math.hypot(12, 1.3) ** 2 * Math.hypot(12, 12, 1.3)) ** (1 / 3);
  expect(shiftFrom(pathLoss, { ...pathLoss, version: 2, exponent: 2.9 })).toBeCloseTo(-5 * Math.log10(usualM), 4);
});

describe("the strength of a tag that is not heard while path-loss models change", () => {
  const learned = { precision: 1, precisionMean: -8, version: 1 };
  /** What is known of it once it is heard again. */
  const heardUnder = (model: SiteModel): { meanDb: number; sdDb: number } | null => {
    const state = newTrackerState();
    Object.assign(state.offset, learned);
    for (const { id } of anchors) observe(state, { anchorId: id, rssi: -70, atMs: 1000 });
    estimateMotion(model, state, 1000);
    return learnedOffset(state.offset);
  };
  const second = { ...pathLoss, version: 2, powerShiftDb: 3 };
  const third = { ...pathLoss, version: 3, powerShiftDb: 1 };

  test("the strength of an absent tracker is known under each later path-loss model, and less certainly", () => {
    expect(heardUnder(after(pathLoss, second, third))).toEqual({
      meanDb: expect.closeTo(-9, 4) as number,
      sdDb: Math.hypot(1, 2),
    });
    expect(heardUnder(after(pathLoss, second, third, { ...pathLoss, version: 4 }))!.meanDb).toBeCloseTo(-8, 4);
  });

  test("the strength of an absent tracker is as before where the site returns to the path-loss model it was learned under", () => {
    expect(heardUnder(after(pathLoss, second, third, pathLoss))).toEqual({ meanDb: -8, sdDb: 1 });
  });

  test("the strength of an absent tracker is unknown if no path-loss model leads from its own to the present one", () => {
    expect(heardUnder(after(second, third))).toBeNull();
  });
});

describe("what the path-loss models in a site's records mean for the present one", () => {
  test.each([
    ["more is expected of all tags", { powerShiftDb: 3 }],
    ["levels fall off more steeply", { exponent: 3 }],
    ["one gateway hears less", { anchorOffsetsDb: { "gateway 1": -6 } }],
  ])(
    "path-loss models in a site's records count for the present one as if it had used them, within 0.2 dB: %s",
    (_, changed) => {
      const next = { ...pathLoss, version: 2, ...changed };
      const known = recordedModelShifts(hall(next), anchors, [pathLoss, null]);
      const used = [after(pathLoss, next), after(null, next)].map(({ learning }) => learning.modelShifts);
      for (const [version, shiftDb] of [...used[0]!, ...used[1]!])
        expect(Math.abs(known.get(version)! - shiftDb)).toBeLessThan(0.2);
      expect([...known.keys()]).toEqual([1, 0]);
    },
  );
});

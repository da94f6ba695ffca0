import { expect, test } from "vitest";
import { locate } from "../engine/locate.ts";
import type { Calibration } from "../model/calibration.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { MODEL } from "../model/modelConstants.ts";

// Gateways along two walls only: a tag's strength decides how far from them it seems to be.
const anchors = [
  [1, 1],
  [10, 1],
  [19, 1],
  [1, 10],
  [1, 19],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
/** The result of a survey that was walked with one tag. */
const surveyed: Calibration = {
  version: 1,
  level: 2,
  exponent: MODEL.exponent,
  powerShiftDb: 0,
  shadowSdDb: 3,
  tagOffsetSdDb: 0.5,
  anchorOffsetsDb: {},
  radius: null,
  surveyedModels: ["as the walker's"],
};

interface Walk {
  calibration: Calibration | null;
  strengthDb: number;
  seconds: number;
  make?: string;
  statedPowerDbm?: number;
}

/** The median error (m) of a dozen walks, with shadows of 3 dB that change every three seconds. */
function medianErrorM({ calibration, strengthDb, seconds, make, statedPowerDbm }: Walk): number {
  const errorsM: number[] = [];
  for (let seed = 1; seed <= 12; seed++) {
    const { next, normal } = testNoise(seed);
    const floors = [aSquareFloor("ground", 20)];
    const model = buildSiteModel({ anchors, floors, settings: aSettings(), calibration });
    const state = newTrackerState(make === undefined ? {} : { model: make });
    const start = 2 * Math.PI * next();
    let shadows: number[] = [];
    for (let atMs = 0; atMs <= 1000 * seconds; atMs += 500) {
      const x = 10 + 7 * Math.sin(start + atMs / 9000);
      const y = 10 + 7 * Math.sin(2 * start + atMs / 13_000);
      if (atMs % 3000 === 0) shadows = anchors.map(() => 3 * normal());
      anchors.forEach((anchor, i) => {
        const rssi = rssiAt(anchor, { x, y }) + strengthDb + shadows[i]! + 2 * normal();
        observe(state, {
          anchorId: anchor.id,
          rssi,
          atMs,
          ...(statedPowerDbm === undefined ? {} : { statedPowerDbm }),
        });
      });
      const fix = locate(model, state, atMs)!;
      errorsM.push(Math.hypot(fix.x - x, fix.y - y));
    }
  }
  return errorsM.toSorted((a, b) => a - b)[errorsM.length >> 1]!;
}

test("a weak tracker of unknown make is soon located about as well as one known to be foreign to the survey", () => {
  const weak = { calibration: surveyed, strengthDb: -8, seconds: 60 };
  const elevationDifferenceM = medianErrorM({ ...weak, make: "another" });
  expect(medianErrorM(weak)).toBeLessThan(1.4 * elevationDifferenceM);
});

test("a tracker that states much less power than those the site has learned from is located by that at once", () => {
  const learned = { ...surveyed, level: 1 as const, tagOffsetSdDb: 1, statedPowerDbm: -62 };
  const weak = { calibration: learned, strengthDb: -12, seconds: 4 };
  const elevationDifferenceM = medianErrorM({ ...weak, statedPowerDbm: -74 });
  expect(elevationDifferenceM).toBeLessThan(0.85 * medianErrorM(weak));
  // Without knowing what its own tags state, a calibrated site cannot tell.
  const { statedPowerDbm: _, ...untold } = learned;
  expect(medianErrorM({ ...weak, calibration: untold, statedPowerDbm: -74 })).toBe(medianErrorM(weak));
});

test("the power that a tracker states improves its first seconds where nothing else is known about it", () => {
  const weak = { calibration: null, strengthDb: -12, seconds: 4 };
  const elevationDifferenceM = medianErrorM({ ...weak, statedPowerDbm: MODEL.powerDbm - 12 });
  expect(elevationDifferenceM).toBeLessThan(0.9 * medianErrorM(weak));
});

import { expect, test } from "vitest";
import { calibrateFromSurvey } from "./calibrateFromSurvey.ts";
import { foldsOfPoints, heldOutErrors, type PointError } from "./heldOutErrors.ts";
import { fitSurvey } from "./surveyFit.ts";
import { surveyMap } from "./surveyMap.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import type { Calibration } from "../model/calibration.ts";
import type { LabelledSnapshot } from "./labelledSnapshot.ts";

// A hall surveyed every 3.2 m, with shadows over 1.3 m: a held-back point's neighbours say little about it.
const SIDE_M = 24;
const STEP_M = 3.2;
const SHADOW_M = 1.3;
const SHADOW_DB = 4;
const anchors = [
  [1, 1],
  [23, 1],
  [1, 23],
  [23, 23],
  [12, 12],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));

function modelWith(calibration: Calibration | null): SiteModel {
  return buildSiteModel({ anchors, floors: [aSquareFloor("ground", SIDE_M)], settings: aSettings(), calibration });
}

/** A gateway's residual from place to place, dB: a dozen waves of any direction. */
function shadowsOf(nth: number): (x: number, y: number) => number {
  const { next } = testNoise(300 + nth);
  const waves = Array.from({ length: 12 }, () => {
    const [direction, perM, phase] = [2 * Math.PI * next(), (0.5 + next()) / SHADOW_M, 2 * Math.PI * next()];
    return (x: number, y: number) => Math.cos(perM * (x * Math.cos(direction) + y * Math.sin(direction)) + phase);
  });
  return (x, y) => SHADOW_DB * Math.sqrt(2 / waves.length) * waves.reduce((sum, wave) => sum + wave(x, y), 0);
}
const shadows = anchors.map((_, nth) => shadowsOf(nth));

/** A tag stands at each place; the path-loss model is not the default one. */
function heardAt(places: readonly { x: number; y: number }[], seed: number): LabelledSnapshot[] {
  const { normal } = testNoise(seed);
  return places.map(({ x, y }, point) => {
    const heard = anchors.map((anchor, nth) => {
      const pathLoss = -55 - 32 * Math.log10(Math.hypot(anchor.x - x, anchor.y - y, 1.3));
      return { anchorId: anchor.id, rssi: pathLoss + shadows[nth]!(x, y) + normal(), packets: 20 };
    });
    const live = heard.map((one) => ({ ...one, rssi: one.rssi + normal(), packets: 5 }));
    return { tagId: `point ${point}`, x, y, floor: "ground", heard, live };
  });
}

const steps = Array.from({ length: 7 }, (_, i) => SIDE_M / 2 + STEP_M * (i - 3));
const surveyed = heardAt(
  steps.flatMap((x) => steps.map((y) => ({ x, y }))),
  3,
);

function meanM(errors: readonly PointError[]): number {
  return errors.reduce((sum, { meanErrorM }) => sum + meanErrorM, 0) / errors.length;
}

/** How far off held-back points are under a fit to the others. */
function heldBackM(level: 2 | 3): number {
  const plain = modelWith(null);
  return meanM(
    foldsOfPoints(surveyed).flatMap(({ fit, held }) => {
      const fitted = fitSurvey(fit, plain);
      const map = level === 3 ? surveyMap(fit, plain, fitted) : null;
      return heldOutErrors(modelWith({ ...fitted.pathLoss, version: 1, level, map, radius: null }), held);
    }),
  );
}

test("a map of sparse points is not used if held-back points get worse by it, however many points there are", () => {
  expect(surveyed.length).toBeGreaterThan(40);
  const worse = heldBackM(3) / heldBackM(2);
  expect(worse).toBeGreaterThan(1.01);
  expect(worse).toBeLessThan(1.04);

  const calibration = calibrateFromSurvey({
    snapshots: surveyed,
    version: 1,
    modelWith,
    present: null,
  })!;
  expect(calibration.level).toBe(2);
});

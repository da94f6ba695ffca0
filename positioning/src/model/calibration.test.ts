import { describe, expect, it } from "vitest";
import { calibrateFromSurvey } from "../learn/calibrateFromSurvey.ts";
import type { Calibration } from "./calibration.ts";
import type { LabelledSnapshot } from "../learn/labelledSnapshot.ts";
import { locate } from "../engine/locate.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import { testNoise } from "./testNoise.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic, type TrafficSample } from "../learn/trafficSample.ts";

const anchors = [
  [1, 1],
  [10, 0],
  [19, 1],
  [0, 10],
  [10, 10],
  [20, 10],
  [1, 19],
  [10, 20],
  [19, 19],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
const TRUTH = { exponent: 3.1, powerDbm: -52, deafDb: 7 };

/** What the gateways hear on a site whose path-loss model is not the default one, and where g4 is 7 dB deaf. */
function hearing(tag: { x: number; y: number }, normal: () => number, shadowDb = 2.5): { id: string; rssi: number }[] {
  return anchors.map(({ id, x, y }) => {
    const d = Math.hypot(x - tag.x, y - tag.y, 1.3);
    const rssi = TRUTH.powerDbm - 10 * TRUTH.exponent * Math.log10(d) - (id === "g4" ? TRUTH.deafDb : 0);
    return { id, rssi: rssi + shadowDb * normal() };
  });
}

function modelWith(calibration: Calibration | null): SiteModel {
  return buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings(), calibration });
}

interface Sent {
  /** How much stronger they are than usual. */
  strongerDb?: number;
  /** The power that the nth of them states, dBm. */
  states?: (nth: number) => number | undefined;
}

/** 120 tags, each at a place of its own for four seconds. */
function drive(
  traffic: TrafficSample,
  model: SiteModel,
  seed: number,
  fromMs = 0,
  { strongerDb = 0, states = () => undefined }: Sent = {},
): void {
  const { next, normal } = testNoise(seed);
  for (let tag = 0; tag < 120; tag++) {
    const place = { x: 20 * next(), y: 20 * next() };
    const state = newTrackerState();
    const statedPowerDbm = states(tag);
    const stated = statedPowerDbm === undefined ? {} : { statedPowerDbm };
    for (const { id, rssi } of hearing(place, normal)) {
      for (let t = 0; t <= 4000; t += 500)
        observe(state, { anchorId: id, rssi: rssi + strongerDb + 2 * normal(), atMs: fromMs + t, ...stated });
    }
    for (const nowMs of [fromMs + 1000, fromMs + 4000]) {
      locate(model, state, nowMs);
      sampleTraffic(traffic, model, `${seed} ${tag}`, nowMs);
    }
  }
}

/** The path-loss model that a site learns first, and its traffic up to then. */
function firstPathLoss(): { traffic: TrafficSample; first: Calibration } {
  const traffic = newTrafficSample();
  drive(traffic, modelWith(null), 3);
  return { traffic, first: fitTraffic(traffic, modelWith(null), 4000)! };
}

describe("a site calibrates itself from traffic", () => {
  it("a site's traffic gives the exponent and the deaf gateway without known places of any tracker", () => {
    const model = modelWith(null);
    const traffic = newTrafficSample();
    drive(traffic, model, 3);
    expect(isFitDue(traffic, 4000)).toBe(true);
    const calibration = fitTraffic(traffic, model, 4000)!;
    expect(calibration).toMatchObject({ level: 1, version: 1 });
    expect(calibration.exponent).toBeGreaterThan(2.6);
    expect(calibration.anchorOffsetsDb["g4"]).toBeLessThan(-4);
    expect(isFitDue(traffic, 4000)).toBe(false);
  });

  it("a site keeps its model unless another fits recent traffic better, and replaces a wrong one", () => {
    const { traffic, first } = firstPathLoss();
    const inUse = modelWith(first);
    drive(traffic, inUse, 5, 100_000);
    expect(fitTraffic(traffic, inUse, 104_000)).toBeNull();
    const wrong = modelWith({ ...first, exponent: 1.8, powerShiftDb: -5 });
    expect(fitTraffic(traffic, wrong, 104_000)!.exponent).toBeGreaterThan(2.6);
  });

  const toG4 = { meanDb: -8, fixes: 200 };

  it("a gateway whose reception has changed is left out of the fit, and keeps its known offset", () => {
    const { traffic, first } = firstPathLoss();
    const wrong = modelWith({ ...first, exponent: 1.8, powerShiftDb: -5, anchorOffsetsDb: { g4: -2 } });
    drive(traffic, wrong, 5, 100_000);
    Object.assign(wrong.anchors.get("g4")!.residual, toG4);
    const fitted = fitTraffic(traffic, wrong, 104_000)!;
    expect(fitted.anchorOffsetsDb["g4"] ?? -2).toBe(-2);
    expect(fitted.exponent).toBeGreaterThan(2.6);
  });

  it("a site learns a gateway's offset from traffic while no earlier path-loss model knew it", () => {
    const traffic = newTrafficSample();
    const model = modelWith(null);
    drive(traffic, model, 3);
    Object.assign(model.anchors.get("g4")!.residual, toG4);
    expect(fitTraffic(traffic, model, 4000)!.anchorOffsetsDb["g4"]).toBeLessThan(-4);
  });

  it("a site keeps the defaults where only an implausible path-loss model would explain the traffic", () => {
    const traffic = newTrafficSample();
    drive(traffic, modelWith(null), 3, 0, { strongerDb: 45 });
    expect(fitTraffic(traffic, modelWith(null), 4000)).toBeNull();
  });

  it("a site notes the mean power that its trackers state if most of them state one", () => {
    const statedBy = (states: Sent["states"] & {}): number | undefined => {
      const traffic = newTrafficSample();
      drive(traffic, modelWith(null), 3, 0, { states });
      return fitTraffic(traffic, modelWith(null), 4000)!.statedPowerDbm;
    };
    expect(statedBy((nth) => (nth % 3 ? -59 : -65))).toBeCloseTo(-61, 0);
    expect(statedBy((nth) => (nth % 3 ? undefined : -65))).toBeUndefined();
  });

  it("a site keeps the defaults where too little was received", () => {
    expect(fitTraffic(newTrafficSample(), modelWith(null), 0)).toBeNull();
  });
});

function walkTest(points: number, seed: number): LabelledSnapshot[] {
  const { next, normal } = testNoise(seed);
  return Array.from({ length: points }, (_, i) => {
    const x = 20 * next();
    const y = 20 * next();
    const heard = hearing({ x, y }, normal).map(({ id, rssi }) => ({ anchorId: id, rssi, packets: 20 }));
    return { tagId: `p${i}`, x, y, floor: "ground", heard, live: heard.map((one) => ({ ...one, packets: 5 })) };
  });
}

function survey(points: number, present: Calibration | null = null): Calibration | null {
  return calibrateFromSurvey({
    snapshots: walkTest(points, 5),
    version: 4,
    modelWith,
    present,
  });
}

describe("a walk test", () => {
  const [of30, of60] = [survey(30)!, survey(60)!];

  it("a walk test wins over the defaults on held-back points, and says by how much", () => {
    const calibration = of30;
    expect(calibration.level).toBe(2);
    expect(calibration.version).toBe(4);
    expect(calibration.exponent).toBeGreaterThan(2.7);
    expect(calibration.anchorOffsetsDb["g4"]).toBeLessThan(-4);
    expect(calibration.heldBack!.points).toBe(30);
    expect(calibration.heldBack!.after.meanM).toBeLessThan(calibration.heldBack!.before.meanM);
    expect(calibration.radius!.outer).toBeGreaterThan(calibration.radius!.inner);
  });

  it("a walk test has circles that still hold trackers with more scatter than the survey's", () => {
    const model = modelWith(of60);
    const { next, normal } = testNoise(17);
    const held = { as: 0, more: 0 };
    const tags = 150;
    for (let tag = 0; tag < tags; tag++) {
      const place = { x: 2 + 16 * next(), y: 2 + 16 * next() };
      for (const [kind, shadowDb] of [["as", 2.5] as const, ["more", 6] as const]) {
        const state = newTrackerState();
        for (const { id, rssi } of hearing(place, normal, shadowDb))
          for (let t = 0; t <= 4000; t += 500) observe(state, { anchorId: id, rssi: rssi + 2 * normal(), atMs: t });
        const fix = locate(model, state, 4000)!;
        if (Math.hypot(fix.x - place.x, fix.y - place.y) <= fix.accuracyM) held[kind]++;
      }
    }
    expect(held.as / tags).toBeGreaterThan(0.6);
    expect(held.more / tags).toBeGreaterThan(0.5);
  });

  it("a walk test is rejected with too few points, and where the site already does as well", () => {
    expect(survey(7)).toBeNull();
    expect(survey(30, of30)).toBeNull();
  });

  it("a walk test gives a calibration that survives being stored as JSON", () => {
    const calibration = of60;
    const stored = JSON.parse(JSON.stringify(calibration)) as Calibration;
    const state = newTrackerState();
    for (const { id, rssi } of hearing({ x: 6, y: 13 }, () => 0)) observe(state, { anchorId: id, rssi, atMs: 1000 });
    const again = newTrackerState();
    for (const { id, rssi } of hearing({ x: 6, y: 13 }, () => 0)) observe(again, { anchorId: id, rssi, atMs: 1000 });
    expect(locate(modelWith(stored), again, 1000)).toEqual(locate(modelWith(calibration), state, 1000));
  });
});

import { describe, expect, it } from "vitest";
import { newPosterior } from "../cost/posterior.ts";
import { newChiSquare } from "../model/chiSquare.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, heard, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { locate } from "../engine/locate.ts";
import { newTrackerChiSquare, expectedChiSquare } from "./trackerChiSquare.ts";
import { type RadiusInput, statedRadii } from "./statedRadii.ts";

const posterior = { ...newPosterior(), varX: 4, varY: 4 };
const usual: RadiusInput = {
  gateways: 6,
  calibration: null,
  direct: null,
  scatter: 0.8,
  motion: null,
  rest: null,
  displacementM2: 0,
  offM: 0,
};
const inner = (part: Partial<RadiusInput>) => statedRadii(posterior, { ...usual, ...part }).innerM;

describe("the stated radius", () => {
  it("the stated radius grows with the scatter between gateways and with how many share their obstacles", () => {
    // Four times the scatter means four times the variance, beside what no gateway covers.
    const far = (scatter: number) => statedRadii({ ...posterior, varX: 400, varY: 400 }, { ...usual, scatter }).innerM;
    expect(far(3.2)).toBeGreaterThan(1.95 * far(0.8));
    expect(far(3.2)).toBeLessThan(2 * far(0.8));
    expect(inner({ gateways: 24 })).toBeGreaterThan(1.15 * inner({}));
    expect(inner({ displacementM2: 9 })).toBeGreaterThan(inner({}));
  });

  it("the stated radius of a moving tracker is smaller, as its filter averages, the less the faster it is, and not if gateways report late", () => {
    const moving = (speedMps: number, isLate = false) => inner({ motion: { speedMps, isLate } });
    expect(moving(0)).toBeLessThan(0.9 * inner({}));
    expect(moving(4)).toBeGreaterThan(moving(1));
    expect(moving(1, true)).toBeGreaterThan(inner({}));
  });

  it("the stated radius has a minimum for errors that gateways cannot show, and an outer radius close to it", () => {
    const sharp = { ...posterior, varX: 0.01, varY: 0.01 };
    const { innerM, outerM } = statedRadii(sharp, { ...usual, gateways: 20, scatter: 0.3 });
    expect(innerM).toBeGreaterThan(1.2);
    expect(outerM).toBeLessThan(2.1);
    expect(outerM).toBeGreaterThan(1.15 * innerM);
  });

  it("the stated radius is wider where late gateways may not have reported a stop yet, and narrows at rest", () => {
    const rests = (forS: number, lagS: number) => inner({ rest: { forMs: 1000 * forS, lagMs: 1000 * lagS } });
    expect(rests(0, 60)).toBeGreaterThan(1.5 * inner({}));
    expect(rests(0, 60)).toBeGreaterThan(1.2 * rests(0, 15));
    expect(rests(60, 60)).toBeLessThan(0.9 * rests(0, 60));
    expect(rests(600, 60)).toBeGreaterThan(1.2 * inner({}));
    const radius = { inner: 1, outer: 2 };
    const pathLoss = {
      version: 1,
      exponent: 2.2,
      powerShiftDb: 0,
      shadowSdDb: 4,
      tagOffsetSdDb: 3,
      anchorOffsetsDb: {},
    };
    const surveyed = { calibration: { ...pathLoss, level: 2, radius } } as const;
    expect(inner({ ...surveyed, rest: { forMs: 0, lagMs: 60_000 } })).toBeGreaterThan(1.5 * inner(surveyed));
  });

  it("the stated radius includes a known offset from the shown place, and the uncertainty around the real one", () => {
    const at = (offM: number) => statedRadii(posterior, { ...usual, offM });
    expect(at(1e-6).innerM).toBeCloseTo(at(0).innerM, 3);
    expect(at(1e-6).outerM).toBeCloseTo(at(0).outerM, 3);
    const { innerM, outerM } = at(40);
    const [one68, one95] = [at(0).innerM / 1.51, at(0).outerM / 2.44];
    expect(innerM).toBeGreaterThan(40);
    expect(innerM).toBeLessThan(40 + one68);
    expect(outerM).toBeGreaterThan(40 + 1.4 * one95);
    expect(outerM).toBeLessThan(40 + 2 * one95);
  });

  it("the stated radius is the same under a path-loss model fitted to traffic, and as learned under one from a survey", () => {
    const pathLoss = {
      version: 1,
      exponent: 2.2,
      powerShiftDb: 0,
      shadowSdDb: 4,
      tagOffsetSdDb: 3,
      anchorOffsetsDb: {},
    };
    expect(inner({ calibration: { ...pathLoss, level: 1, radius: null } })).toBeCloseTo(inner({}), 6);
    const radius = { inner: 1, outer: 2 };
    const surveyed = statedRadii(posterior, { ...usual, calibration: { ...pathLoss, level: 2, radius } });
    expect(surveyed.outerM).toBeCloseTo(2 * surveyed.innerM, 6);
    expect(surveyed.innerM).toBeCloseTo(Math.sqrt(8 * (1 + 6 / 25) + 0.25), 6);
  });
});

describe("the scatter of a tag's own gateways", () => {
  const anchors = [
    [1, 1],
    [19, 1],
    [19, 19],
    [1, 19],
    [10, 4],
    [10, 16],
  ].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
  const site = { anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() };
  /** A tag at one place whose gateways in turn hear it this much above and below the path-loss model. */
  const radiusOf = (offDb: number): number => {
    const state = newTrackerState();
    for (let atMs = 0; atMs <= 6000; atMs += 500)
      anchors.forEach((anchor, i) =>
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 8, y: 11 }) + (i % 2 ? offDb : -offDb), atMs }),
      );
    return locate(buildSiteModel(site), state, 6000)!.accuracyM;
  };

  it("a tracker's circle is smaller where its own gateways agree and larger where they do not, at the first fix", () => {
    expect(radiusOf(0)).toBeLessThan(0.8 * radiusOf(4));
    expect(radiusOf(8)).toBeGreaterThan(1.2 * radiusOf(4));
  });

  it("the scatter of a tracker's own gateways is the site's usual one where too few gateways receive it", () => {
    const model = buildSiteModel({ ...site, anchors: anchors.slice(0, 3) });
    const state = heard(anchors.slice(0, 3), { x: 8, y: 11 }, { seconds: 5 });
    locate(model, state, 5000);
    expect(expectedChiSquare(state.scatter, model.learning.chiSquare)).toBeCloseTo(
      expectedChiSquare(newTrackerChiSquare(), newChiSquare()),
      6,
    );
  });

  it("the scatter of a tracker's own gateways averages over the last seconds, so that circles do not breathe", () => {
    const model = buildSiteModel(site);
    const state = heard(anchors, { x: 8, y: 11 }, { seconds: 5 });
    locate(model, state, 5000);
    const calm = expectedChiSquare(state.scatter, model.learning.chiSquare);
    for (let atMs = 5500; atMs <= 6000; atMs += 500)
      anchors.forEach((anchor, i) => observe(state, { anchorId: anchor.id, rssi: i % 2 ? -50 : -85, atMs }));
    const after = [6000, 7000, 10_000].map((nowMs) => {
      locate(model, state, nowMs);
      return expectedChiSquare(state.scatter, model.learning.chiSquare);
    });
    expect(after[0]!).toBeGreaterThan(calm);
    expect(after[1]!).toBeGreaterThan(after[0]!);
  });
});

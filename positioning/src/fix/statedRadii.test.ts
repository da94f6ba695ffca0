import { describe, expect, it } from "vitest";
import { newPosterior } from "../cost/posterior.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { locate } from "../engine/locate.ts";
import { FIX } from "./fixConstants.ts";
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
  it("the stated radius is the posterior's own spread until a site has learned a factor", () => {
    const { innerM, outerM } = statedRadii(posterior, usual);
    expect(innerM).toBeCloseTo(Math.sqrt(8), 6);
    expect(outerM).toBeCloseTo(1.7 * innerM, 6);
  });

  it("the stated radius grows with how many gateways share their obstacles, moving or not", () => {
    expect(inner({ gateways: 10 })).toBeCloseTo(inner({}), 6);
    expect(inner({ gateways: 20 })).toBeCloseTo(Math.SQRT2 * inner({}), 6);
    expect(inner({ motion: { isLate: false } })).toBeCloseTo(inner({}), 6);
  });

  it("the stated radius includes how far a moving tracker may have gone since gateways reported it", () => {
    expect(inner({ motion: { isLate: true }, displacementM2: 8 })).toBeCloseTo(Math.sqrt(8 * FIX.lateVariance + 8), 6);
    expect(inner({ motion: { isLate: false }, displacementM2: 8 })).toBeCloseTo(inner({}), 6);
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

  it("the stated radius is scaled as learned from a site's own points", () => {
    const pathLoss = {
      version: 1,
      exponent: 2.2,
      powerShiftDb: 0,
      shadowSdDb: 4,
      tagOffsetSdDb: 3,
      anchorOffsetsDb: {},
    };
    expect(inner({ calibration: { ...pathLoss, level: 1, radius: null } })).toBeCloseTo(inner({}), 6);
    const radius = { inner: 1.2, outer: 2.4, scatter: 0.8 };
    const surveyed = statedRadii(posterior, { ...usual, calibration: { ...pathLoss, level: 2, radius } });
    expect(surveyed.innerM).toBeCloseTo((1.2 / FIX.innerFactor) * inner({}), 6);
    expect(surveyed.outerM).toBeCloseTo(2 * surveyed.innerM, 6);
    const scattered = (scatter: number) => inner({ scatter, calibration: { ...pathLoss, level: 2, radius } });
    expect(scattered(3.2)).toBeCloseTo(2 * surveyed.innerM, 6);
    expect(scattered(0.2)).toBeCloseTo(surveyed.innerM, 6);
  });

  it("a tracker's circle is not smaller where its own gateways agree: a body beside it leaves no residuals", () => {
    const anchors = [
      [1, 1],
      [19, 1],
      [19, 19],
      [1, 19],
    ].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
    const state = newTrackerState();
    for (let atMs = 0; atMs <= 6000; atMs += 500)
      for (const anchor of anchors)
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 8, y: 11 }), atMs });
    const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
    const { accuracyM } = locate(model, state, 6000)!;
    const { varX, varY } = model.work.posterior;
    expect(accuracyM).toBeCloseTo(Math.sqrt(varX + varY), 6);
  });
});

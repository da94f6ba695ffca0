import { describe, expect, it } from "vitest";
import { explain } from "./explain.ts";
import { gatewayHealth } from "../learn/gatewayHealth.ts";
import { betterFix, gpsFix } from "../fix/gpsFix.ts";
import { locate } from "../engine/locate.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { smoothTrack } from "../smooth/smoothTrack.ts";
import { learnedOffset } from "../learn/tagOffset.ts";
import { anAnchor, aSettings, aSquareFloor, heard, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";

const floor = aSquareFloor("ground", 20);
const anchors = [
  anAnchor({ id: "a", x: 1, y: 1 }),
  anAnchor({ id: "b", x: 19, y: 1 }),
  anAnchor({ id: "c", x: 19, y: 19 }),
  anAnchor({ id: "d", x: 1, y: 19 }),
  anAnchor({ id: "e", x: 10, y: 10 }),
];
const site = { anchors, floors: [floor], settings: aSettings() };

describe("explain", () => {
  it("the explanation lists every gateway with its residual, and changes nothing", () => {
    const model = buildSiteModel(site);
    const state = heard(anchors, { x: 6, y: 13 }, { seconds: 5 });
    const before = structuredClone(state);
    const why = explain(model, state, 5000)!;
    expect(state).toEqual(before);
    expect(why.fix).toEqual(locate(buildSiteModel(site), state, 5000));
    expect(why.gateways.map(({ anchorId }) => anchorId).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    for (const gateway of why.gateways) expect(Math.abs(gateway.residualDb!)).toBeLessThan(4);
    expect(why.floors).toEqual([{ floor: "ground", probability: 1 }]);
    expect(why.decisions.map(({ step }) => step)).toContain("radius");
  });

  it("the explanation teaches the site nothing about its gateways", () => {
    const model = buildSiteModel(site);
    const state = heard(anchors, { x: 6, y: 13 }, { seconds: 5 });
    locate(model, state, 5000);
    // Everything except a fix's scratch space.
    const learned = () => {
      const { chiSquare, slab, faintestDbm, modelShifts } = model.learning;
      const gateways = [...model.anchors.values()].map(
        ({ tables: _tables, beyond: _beyond, floor: _floor, ...rest }) => rest,
      );
      return structuredClone({ gateways, chiSquare, slab, faintestDbm, modelShifts });
    };
    const before = learned();
    // Farther from all of them than before, and weaker than anything heard here.
    heard(anchors, { x: 12, y: 4 }, { fromMs: 6000, seconds: 5, offsetDb: -30, into: state });
    expect(explain(model, state, 11_000)).not.toBeNull();
    expect(learned()).toEqual(before);
  });

  it("the explanation lists a gateway that took no part as unused", () => {
    const state = heard(anchors, { x: 6, y: 13 }, { seconds: 5 });
    observe(state, { anchorId: "stranger", rssi: -50, atMs: 4900 });
    const why = explain(buildSiteModel(site), state, 5000)!;
    expect(why.gateways).toContainEqual(expect.objectContaining({ anchorId: "stranger", used: false }));
  });
});

describe("gateway health", () => {
  it("the health check suspects a gateway that has long received far less than its neighbours suggest", () => {
    const model = buildSiteModel(site);
    for (let tag = 0; tag < 260; tag++) {
      const place = { x: 3 + ((tag * 7) % 15), y: 3 + ((tag * 11) % 15) };
      const state = newTrackerState();
      for (const anchor of anchors) {
        const rssi = rssiAt(anchor, place) - (anchor.id === "e" ? 20 : 0);
        for (let t = 0; t <= 2000; t += 500) observe(state, { anchorId: anchor.id, rssi, atMs: t });
      }
      locate(model, state, 2000);
    }
    const suspects = gatewayHealth(model).filter(({ suspect }) => suspect);
    expect(suspects.map(({ anchorId }) => anchorId)).toEqual(["e"]);
    expect(suspects[0]!.meanResidualDb).toBeLessThan(-6);
  });
});

describe("a mobile gateway", () => {
  it("a mobile gateway is not used once its position has expired", () => {
    const mobile = anchors.map((anchor) => (anchor.id === "a" ? { ...anchor, validUntilMs: 4000 } : anchor));
    const model = buildSiteModel({ ...site, anchors: mobile });
    expect(locate(model, heard(anchors, { x: 6, y: 13 }, { seconds: 4 }), 4000)!.gatewaysHeard).toBe(5);
    expect(locate(model, heard(anchors, { x: 6, y: 13 }, { seconds: 5 }), 5000)!.gatewaysHeard).toBe(4);
  });
});

describe("a GPS report", () => {
  const model = buildSiteModel(site);
  it("a GPS report becomes a fix with its own radius, and competes with a fix by gateways", () => {
    const gps = gpsFix(model, { atMs: 5000, x: 7, y: 12, accuracyM: 6 })!;
    expect(gps).toMatchObject({ mechanism: "GPS", x: 7, y: 12, accuracyM: 6, floor: "ground" });
    const near = { ...gps, accuracyM: 2, atMs: 9000 };
    expect(betterFix(gps, near)).toBe(near);
    expect(betterFix({ ...near, atMs: 30_000, accuracyM: 20 }, gps)!.atMs).toBe(30_000);
    expect(betterFix(null, gps)).toBe(gps);
  });

  it("a GPS report is on the floor nearest to the ground, not in the basement", () => {
    const floors = [
      { ...floor, id: "basement", level: -1, elevationM: -3 },
      { ...floor, id: "first", level: 1, elevationM: 3 },
      { ...floor, level: 0 },
    ];
    const house = buildSiteModel({ ...site, floors });
    expect(gpsFix(house, { atMs: 5000, x: 7, y: 12, accuracyM: 6 })!.floor).toBe("ground");
    expect(gpsFix(house, { atMs: 5000, x: 90, y: 12, accuracyM: 6 })!.floor).toBe("ground");
  });

  it("a GPS report is ignored when a coordinate is not a number", () => {
    expect(gpsFix(model, { atMs: 5000, x: Number.NaN, y: 12, accuracyM: 6 })).toBeNull();
  });
});

describe("a tag's own strength", () => {
  it("a tracker's own strength is learned as it moves around, and seeds the next start", () => {
    const model = buildSiteModel(site);
    const state = newTrackerState();
    for (let step = 0; step < 40; step++) {
      const place = { x: 3 + ((step * 5) % 14), y: 3 + ((step * 3) % 14) };
      heard(anchors, place, { fromMs: step * 5000, seconds: 4, offsetDb: -9, into: state });
      locate(model, state, step * 5000 + 4000);
    }
    const learned = learnedOffset(state.offset)!;
    expect(learned.meanDb).toBeGreaterThan(-12);
    expect(learned.meanDb).toBeLessThan(-6);
    expect(learned.sdDb).toBeLessThan(1.5);
    expect(learnedOffset(newTrackerState({ tagOffsetDb: learned.meanDb }).offset)!.meanDb).toBeCloseTo(learned.meanDb);
  });
});

describe("a smoothed track", () => {
  it("a smoothed track is nearer to the truth than the live one and stays on the floor", () => {
    const model = buildSiteModel(site);
    const state = newTrackerState();
    const fixes = [];
    for (let second = 1; second <= 60; second++) {
      const at = { x: 2 + 0.25 * second, y: 10 };
      // A wobble like that of a body that turns: it comes and goes.
      for (const [i, anchor] of anchors.entries()) {
        const wobble = 5 * Math.sin(second / 2 + 2 * i);
        for (const part of [0, 500]) {
          observe(state, {
            anchorId: anchor.id,
            rssi: rssiAt(anchor, at) + wobble,
            atMs: second * 1000 - part,
            moving: true,
          });
        }
      }
      fixes.push(locate(model, state, second * 1000)!);
    }
    const errorOf = (track: readonly { x: number; y: number; atMs: number }[]): number =>
      track.reduce((sum, { x, y, atMs }) => sum + Math.hypot(x - 2 - 0.00025 * atMs, y - 10), 0) / track.length;
    const smooth = smoothTrack(model, fixes);
    expect(smooth).toHaveLength(60);
    expect(errorOf(smooth)).toBeLessThan(0.8 * errorOf(fixes));
    for (const { x, y } of smooth) expect(x >= 0 && x <= 20 && y >= 0 && y <= 20).toBe(true);
  });
});

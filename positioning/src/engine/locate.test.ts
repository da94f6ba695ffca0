import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";
import { buildSiteModel, type SiteModel } from "./siteModel.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";
import { anAnchor, aSettings, aSquareFloor, heard, rssiAt } from "./testSite.ts";
import { MODEL } from "../model/modelConstants.ts";

const floor = aSquareFloor("ground", 20);
const corners = [
  anAnchor({ id: "a", x: 1, y: 1 }),
  anAnchor({ id: "b", x: 19, y: 1 }),
  anAnchor({ id: "c", x: 19, y: 19 }),
  anAnchor({ id: "d", x: 1, y: 19 }),
];

describe("locate", () => {
  it("the engine finds a tracker among four gateways that receive it as the path-loss model predicts", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = heard(corners, { x: 6, y: 13 }, { seconds: 5 });
    const fix = locate(model, state, 5000);
    expect(Math.hypot(fix!.x - 6, fix!.y - 13)).toBeLessThan(2);
    expect(fix).toMatchObject({ floor: "ground", mechanism: "TRILATERATED", gatewaysHeard: 4, shown: true });
    expect(fix!.accuracyOuterM).toBeGreaterThan(fix!.accuracyM);
  });

  it("the engine finds a tracker just as well when it is 12 dB weaker than usual", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = heard(corners, { x: 6, y: 13 }, { seconds: 5, offsetDb: -12 });
    const fix = locate(model, state, 5000)!;
    expect(Math.hypot(fix.x - 6, fix.y - 13)).toBeLessThan(2);
  });

  it("the engine gives no fix for a tracker that was never received, or only long ago", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    expect(locate(model, newTrackerState(), 1000)).toBeNull();
    expect(locate(model, heard(corners, { x: 6, y: 13 }, { seconds: 5 }), 900_000)).toBeNull();
  });

  it("the engine ignores packets from the future", () => {
    // A site learns from every fix, so each fix uses a site of its own.
    const model = (): SiteModel => buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const now = locate(model(), heard(corners, { x: 6, y: 13 }, { seconds: 5 }), 5000);
    const later = heard(corners, { x: 6, y: 13 }, { seconds: 5 });
    observe(later, { anchorId: "c", rssi: -30, atMs: 5100 });
    expect(locate(model(), later, 5000)).toEqual(now);
  });

  it("the engine states a wide radius for one gateway and does not show a fix above the threshold", () => {
    const model = buildSiteModel({
      anchors: corners,
      floors: [floor],
      settings: aSettings({ locationAccuracyThresholdM: 2 }),
    });
    const all = locate(model, heard(corners, { x: 6, y: 13 }, { seconds: 5 }), 5000)!;
    const one = locate(model, heard([corners[0]!], { x: 6, y: 13 }, { seconds: 5 }), 5000)!;
    expect(one.accuracyM).toBeGreaterThan(all.accuracyM);
    expect(one.shown).toBe(false);
  });

  it("the engine follows a gateway's own curve where a person set one", () => {
    const set = corners.map((anchor) => ({ ...anchor, alpha: 0.5, beta: 6, gamma: 0.3, measuredPower: -65 }));
    const model = buildSiteModel({ anchors: set, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    for (const anchor of set) {
      const d = Math.hypot(anchor.x - 6, anchor.y - 13, 1.3);
      const rssi = -65 * ((d - 0.3) / 0.5) ** (1 / 6);
      for (let t = 0; t <= 5000; t += 500) observe(state, { anchorId: anchor.id, rssi, atMs: t });
    }
    const fix = locate(model, state, 5000)!;
    expect(Math.hypot(fix.x - 6, fix.y - 13)).toBeLessThan(2);
  });

  it("the engine locates a tracker that advertises every 40 s", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    for (let t = 0; t <= 160_000; t += 40_000) {
      for (const anchor of corners)
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 6, y: 13 }), atMs: t });
      expect(locate(model, state, t + 500)).not.toBeNull();
    }
    const fix = locate(model, state, 170_000)!;
    expect(Math.hypot(fix.x - 6, fix.y - 13)).toBeLessThan(2);
  });

  it("the engine starts over when the clock is set back an hour", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = heard(corners, { x: 6, y: 13 }, { fromMs: 3_600_000, seconds: 5 });
    expect(locate(model, state, 3_605_000)).not.toBeNull();
    for (const anchor of corners)
      observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 15, y: 4 }), atMs: 1000 });
    const fix = locate(model, state, 1000)!;
    expect(Math.hypot(fix.x - 15, fix.y - 4)).toBeLessThan(3);
  });

  it("the engine puts an ANCHORED tracker at its gateway, and keeps it there while another leads by less than 4 dB", () => {
    const model = buildSiteModel({
      anchors: corners,
      floors: [floor],
      settings: aSettings({ mechanism: "ANCHORED", anchorSnapRadiusM: 12 }),
    });
    const state = heard(corners, { x: 4, y: 4 }, { seconds: 5 });
    expect(locate(model, state, 5000)).toMatchObject({ x: 1, y: 1, mechanism: "ANCHORED" });
    for (let second = 6; second < 30; second++) {
      for (const anchor of corners) {
        const rssi = rssiAt(anchor, { x: 10.3, y: 4 });
        for (const part of [0, 500]) observe(state, { anchorId: anchor.id, rssi, atMs: second * 1000 - part });
      }
      expect(locate(model, state, second * 1000)).toMatchObject({ x: 1, y: 1 });
    }
  });

  it("the engine estimates how far an ANCHORED tracker is from its gateway", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings({ mechanism: "ANCHORED" }) });
    const state = heard(corners, { x: 5, y: 4 }, { seconds: 5 });
    const { nearest } = locate(model, state, 5000)!;
    expect(nearest!.distanceM).toBeGreaterThan(3.5);
    expect(nearest!.distanceM).toBeLessThan(7);
  });

  it("the engine names the nearest gateway, even if one with a better antenna receives the tracker more strongly", () => {
    const tag = { x: 4, y: 4 };
    const [loud, ...others] = corners.toReversed();
    const gainDb = 30;
    const model = buildSiteModel({
      anchors: [...others, { ...loud!, measuredPower: MODEL.powerDbm + gainDb }],
      floors: [floor],
      settings: aSettings(),
    });
    const state = heard(others, tag, { seconds: 5 });
    const fix = locate(model, heard([loud!], tag, { seconds: 5, offsetDb: gainDb, into: state }), 5000)!;
    expect(rssiAt(loud!, tag) + gainDb).toBeGreaterThan(rssiAt(corners[0]!, tag));
    expect(fix.nearest!.anchorId).toBe("a");
    expect(Math.abs(fix.nearest!.rssi - rssiAt(corners[0]!, { x: 4, y: 4 }))).toBeLessThan(1);
  });

  it("the gateway of an ANCHORED tracker is named as its nearest, even if another receives it more strongly", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings({ mechanism: "ANCHORED" }) });
    const state = heard(corners, { x: 2, y: 2 }, { seconds: 5 });
    locate(model, state, 5000);
    heard(corners, { x: 10.5, y: 2 }, { fromMs: 10_000, seconds: 5, into: state });
    const fix = locate(model, state, 15_000)!;
    expect(fix).toMatchObject({ x: 1, y: 1, nearest: { anchorId: "a" } });
    expect(Math.abs(fix.nearest!.rssi - rssiAt(corners[0]!, { x: 10.5, y: 2 }))).toBeLessThan(1);
  });

  it("the engine drops a mobile gateway whose position is no longer valid", () => {
    const mobile = corners.map((anchor) => (anchor.id === "a" ? { ...anchor, validUntilMs: 8000 } : anchor));
    const model = buildSiteModel({ anchors: mobile, floors: [floor], settings: aSettings({ mechanism: "ANCHORED" }) });
    const state = heard(corners, { x: 2, y: 2 }, { seconds: 12 });
    expect(locate(model, state, 5000)).toMatchObject({ x: 1, y: 1 });
    expect(locate(model, state, 12_000)!.nearest!.anchorId).not.toBe("a");
  });

  it("the engine gives a finite fix whatever curve a person set for the gateways", () => {
    const odd = corners.map((anchor) => ({ ...anchor, alpha: 1e-3, beta: 0.1, gamma: -10, measuredPower: -100 }));
    const model = buildSiteModel({ anchors: odd, floors: [floor], settings: aSettings() });
    const fix = locate(model, heard(corners, { x: 6, y: 13 }, { seconds: 5 }), 5000)!;
    expect([fix.x, fix.y, fix.accuracyM].every(Number.isFinite)).toBe(true);
  });

  it("the engine leaves out a gateway that is kilometres from the others on a floor without an outline", () => {
    const anchors = [...corners, anAnchor({ id: "stray", x: 40_000, y: 0 })];
    const model = buildSiteModel({ anchors, floors: [], settings: aSettings() });
    expect([...model.anchors.keys()]).toEqual(["a", "b", "c", "d"]);
    const fix = locate(model, heard(corners, { x: 6, y: 13 }, { seconds: 5 }), 5000)!;
    expect(Math.hypot(fix.x - 6, fix.y - 13)).toBeLessThan(3);
  });

  it("the engine starts from the power that a tracker states where nothing else is known", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    for (let atMs = 0; atMs <= 4000; atMs += 500)
      observe(state, { anchorId: "a", rssi: rssiAt(corners[0]!, { x: 4, y: 4 }) - 12, atMs, statedPowerDbm: -71 });
    locate(model, state, 4000);
    expect(model.work.prior.meanDb).toBe(-12);
  });

  it("the engine moves an ANCHORED tracker when another gateway leads clearly in two windows", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings({ mechanism: "ANCHORED" }) });
    const state = heard(corners, { x: 2, y: 2 }, { seconds: 5 });
    locate(model, state, 5000);
    heard(corners, { x: 18, y: 2 }, { fromMs: 10_000, seconds: 20, into: state });
    locate(model, state, 29_000);
    expect(locate(model, state, 30_000)).toMatchObject({ x: 19, y: 1 });
  });

  it("the engine keeps a moving tracker at its last still place where the site ignores moving trackers", () => {
    const settings = aSettings({ ignoreMovingTracker: true });
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings });
    const state = heard(corners, { x: 4, y: 4 }, { seconds: 10, moving: false });
    const still = locate(model, state, 10_000)!;
    heard(corners, { x: 15, y: 15 }, { fromMs: 11_000, seconds: 10, moving: true, into: state });
    const fix = locate(model, state, 21_000)!;
    expect(fix).toMatchObject({ x: still.x, y: still.y, moving: true });
    expect(fix.accuracyM).toBeGreaterThan(10);
  });

  it("the room of a moving tracker that stays at its last still place is that of the place, not the one it passes", () => {
    const rooms = ["west", "east"].map((id, nth) => ({
      id,
      floor: "ground",
      outline: [0, 1, 2, 3].map((k) => ({ x: 10 * nth + (k === 1 || k === 2 ? 10 : 0), y: k > 1 ? 20 : 0 })),
    }));
    const settings = aSettings({ ignoreMovingTracker: true });
    const model = buildSiteModel({ anchors: corners, floors: [floor], rooms, settings });
    const state = heard(corners, { x: 4, y: 4 }, { seconds: 10, moving: false });
    expect(locate(model, state, 10_000)!.room?.id).toBe("west");
    heard(corners, { x: 16, y: 15 }, { fromMs: 11_000, seconds: 10, moving: true, into: state });
    expect(locate(model, state, 21_000)!.room?.id).toBe("west");
    heard(corners, { x: 16, y: 15 }, { fromMs: 21_500, seconds: 20, moving: false, into: state });
    locate(model, state, 40_000);
    expect(locate(model, state, 41_000)!.room?.id).toBe("east");
  });

  it("the engine detects by itself that a tracker began to move and that it stopped", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    const verdicts: (boolean | null)[] = [];
    for (let second = 1; second <= 90; second++) {
      const walked = Math.min(14, Math.max(0, second - 30));
      heard(corners, { x: 3 + walked, y: 4 }, { fromMs: (second - 1) * 1000 + 500, seconds: 0.5, into: state });
      verdicts.push(locate(model, state, second * 1000)!.moving);
    }
    expect(verdicts[28]).toBe(false);
    expect(verdicts.slice(35, 44)).toContain(true);
    expect(verdicts[89]).toBe(false);
  });

  it("a tracker does not count as moving when it is received again after half a minute without reception", () => {
    const model = buildSiteModel({ anchors: corners, floors: [floor], settings: aSettings() });
    const state = newTrackerState();
    const moving = (fromS: number, toS: number, xAt: (second: number) => number): (boolean | null)[] => {
      const verdicts: (boolean | null)[] = [];
      for (let second = fromS + 1; second <= toS; second++) {
        heard(corners, { x: xAt(second), y: 4 }, { fromMs: (second - 1) * 1000 + 500, seconds: 0.5, into: state });
        verdicts.push(locate(model, state, second * 1000)!.moving);
      }
      return verdicts;
    };
    expect(moving(0, 14, (second) => 3 + second).at(-1)).toBe(true);
    expect(moving(44, 60, () => 17)).not.toContain(true);
  });

  describe("on one of two floors", () => {
    const upper = corners.map((anchor) => ({ ...anchor, id: `${anchor.id}2`, floor: "first" }));
    const floors = [floor, { ...aSquareFloor("first", 20), level: 1, elevationM: 3 }];
    const site = () => buildSiteModel({ anchors: [...corners, ...upper], floors, settings: aSettings() });

    it("a tracker on one of two floors changes floor only when the other leads for a while", () => {
      const model = site();
      const state = heard(corners, { x: 6, y: 13 }, { seconds: 5 });
      heard(upper, { x: 6, y: 13 }, { seconds: 5, offsetDb: -15, into: state });
      expect(locate(model, state, 5000)).toMatchObject({ floor: "ground", floorUncertain: false });
      heard(upper, { x: 6, y: 13 }, { fromMs: 5500, seconds: 12, into: state });
      heard(corners, { x: 6, y: 13 }, { fromMs: 5500, seconds: 12, offsetDb: -15, into: state });
      const later = [6000, 7000, 8000, 9000, 10_000, 11_000, 12_000, 13_000].map((ms) => locate(model, state, ms)!);
      expect(later[0]!.floor).toBe("ground");
      expect(later.some(({ floorUncertain }) => floorUncertain)).toBe(true);
      expect(later.at(-1)).toMatchObject({ floor: "first", elevationM: 4.2, floorUncertain: false });
    });

    it("a tracker keeps its floor while that floor's gateways miss it for some seconds", () => {
      const model = site();
      const state = newTrackerState();
      const seen = new Set<string>();
      for (let second = 1; second <= 40; second++) {
        const now = { fromMs: 1000 * second - 500, seconds: 0.5, into: state };
        if (second < 20 || second > 28) heard(corners, { x: 6, y: 13 }, now);
        heard(upper, { x: 6, y: 13 }, { ...now, offsetDb: -12 });
        seen.add(locate(model, state, 1000 * second)!.floor);
      }
      expect([...seen]).toEqual(["ground"]);
    });
  });
});

import { describe, expect, it } from "vitest";
import { locate, type Fix } from "./locate.ts";
import { buildSiteModel } from "../model/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, heard } from "../model/testSite.ts";
import { newTrackerState, observe, type TrackerState } from "../model/trackerState.ts";

const corners = [
  anAnchor({ id: "a", x: 1, y: 1 }),
  anAnchor({ id: "b", x: 19, y: 1 }),
  anAnchor({ id: "c", x: 19, y: 19 }),
  anAnchor({ id: "d", x: 1, y: 19 }),
];
const tag = { x: 6, y: 13 };
const site = (settings = aSettings()) =>
  buildSiteModel({ anchors: corners, floors: [aSquareFloor("ground", 20)], settings });
const off = (fix: Fix | null): number => Math.hypot(fix!.x - tag.x, fix!.y - tag.y);

function range(state: TrackerState, id: string, atMs: number, wrongM = 0, sdM = 0.3): void {
  const anchor = corners.find((one) => one.id === id)!;
  const rangeM = Math.hypot(anchor.x - tag.x, anchor.y - tag.y, 1.3) + wrongM;
  observe(state, { anchorId: id, atMs, rangeM, sdM });
}

function angle(state: TrackerState, id: string, atMs: number, sdDeg = 3): void {
  const anchor = corners.find((one) => one.id === id)!;
  const [dx, dy] = [tag.x - anchor.x, tag.y - anchor.y];
  const azimuthDeg = ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360;
  const elevationDeg = (Math.atan2(-1.3, Math.hypot(dx, dy)) * 180) / Math.PI;
  observe(state, { anchorId: id, atMs, azimuthDeg, elevationDeg, sdDeg });
}

describe("ranges and angles that gateways measure", () => {
  it("put a tag where they meet, and state a smaller radius", () => {
    const plain = heard(corners, { x: 9, y: 10 }, { seconds: 3 });
    const ranged = heard(corners, { x: 9, y: 10 }, { seconds: 3 });
    for (const id of ["a", "b", "c"]) range(ranged, id, 2900);
    const [before, after] = [locate(site(), plain, 3000)!, locate(site(), ranged, 3000)!];
    expect(off(before)).toBeGreaterThan(2.5);
    expect(off(after)).toBeLessThan(0.7);
    expect(after.accuracyM).toBeLessThan(0.6 * before.accuracyM);
  });

  it("need no RSSI beside them", () => {
    const state = newTrackerState();
    for (const id of ["a", "b", "c"]) range(state, id, 900);
    expect(off(locate(site(), state, 1000))).toBeLessThan(0.7);
    expect(locate(site(aSettings({ mechanism: "ANCHORED" })), state, 1000)).not.toBeNull();
    const turned = newTrackerState();
    for (const id of ["a", "b"]) angle(turned, id, 900);
    expect(off(locate(site(), turned, 1000))).toBeLessThan(1);
  });

  it("are enough from a single gateway that measures both distance and direction", () => {
    const state = newTrackerState();
    range(state, "a", 900);
    angle(state, "a", 900);
    expect(off(locate(site(), state, 1000))).toBeLessThan(1.2);
  });

  it("still give a good position when one of them is an echo", () => {
    const state = heard(corners, tag, { seconds: 3 });
    for (const id of ["a", "b", "c"]) range(state, id, 2900);
    range(state, "d", 2900, 9);
    expect(off(locate(site(), state, 3000))).toBeLessThan(1);
  });

  it("expire with their window, may come in any order and twice, and are ignored where invalid", () => {
    const there = newTrackerState();
    const back = newTrackerState();
    for (const id of ["a", "b", "c"]) range(there, id, 900);
    for (const id of ["c", "a", "b", "a"]) range(back, id, 900);
    observe(back, { anchorId: "d", atMs: 900, rangeM: Number.NaN, sdM: 1 });
    observe(back, { anchorId: "d", atMs: 900, rangeM: 3, sdM: 0 });
    observe(back, { anchorId: "d", atMs: Number.NaN, azimuthDeg: 3, elevationDeg: null, sdDeg: 1 });
    expect(locate(site(), back, 1000)).toEqual(locate(site(), there, 1000));
    expect(locate(site(), there, 600_000)).toBeNull();
  });

  it("are ignored if they claim an accuracy that nothing has", () => {
    const state = newTrackerState();
    for (const sdM of [Infinity, 1e200, Number.NaN]) observe(state, { anchorId: "a", atMs: 900, rangeM: 3, sdM });
    for (const sdDeg of [Infinity, 1e200, Number.NaN])
      observe(state, { anchorId: "a", atMs: 900, azimuthDeg: 3, elevationDeg: null, sdDeg });
    expect(locate(site(), state, 1000)).toBeNull();
  });
});

describe("ranges from gateways of two floors", () => {
  const upstairs = corners.map((anchor) => ({ ...anchor, id: `up-${anchor.id}`, floor: "upper" }));
  const floors = [aSquareFloor("ground", 20), { ...aSquareFloor("upper", 20), level: 1, elevationM: 4 }];
  const tower = buildSiteModel({ anchors: [...corners, ...upstairs], floors, settings: aSettings() });
  /** The ranges of a tag on the ground floor to the gateways of a floor `riseM` above it. */
  const measure = (state: TrackerState, of: typeof corners, riseM: number, atMs: number): void => {
    for (const { id, x, y } of of)
      observe(state, { anchorId: id, atMs, rangeM: Math.hypot(x - tag.x, y - tag.y, 1.3 + riseM), sdM: 0.3 });
  };

  it("put the tag on the floor that they agree on, whichever was measured last", () => {
    const state = newTrackerState();
    for (let second = 1; second <= 6; second++) {
      const [first, last] = second % 2 ? [corners, upstairs] : [upstairs, corners];
      measure(state, first, first === corners ? 0 : 4, 1000 * second - 400);
      measure(state, last, last === corners ? 0 : 4, 1000 * second - 100);
      expect(locate(tower, state, 1000 * second)).toMatchObject({ floor: "ground", floorUncertain: false });
    }
  });

  it("outweigh packets that slightly favour another floor", () => {
    const state = heard(upstairs, tag, { seconds: 5, offsetDb: -10 });
    heard(corners, tag, { seconds: 5, offsetDb: -11, into: state });
    for (let second = 1; second <= 5; second++) {
      measure(state, corners, 0, 1000 * second - 100);
      measure(state, upstairs, 4, 1000 * second - 100);
      locate(tower, state, 1000 * second);
    }
    expect(locate(tower, state, 5000)).toMatchObject({ floor: "ground", floorUncertain: false });
  });
});

import { describe, expect, it } from "vitest";
import { likelyPlaces } from "../fix/likelyPlaces.ts";
import { locate } from "./locate.ts";
import type { Fix } from "../fix/fix.ts";
import { buildSiteModel } from "./siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, heard } from "./testSite.ts";
import { newTrackerState, type TrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

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
  it("ranges and angles that gateways measure put a tracker where they meet, and state a smaller radius", () => {
    const plain = heard(corners, { x: 9, y: 10 }, { seconds: 3 });
    const ranged = heard(corners, { x: 9, y: 10 }, { seconds: 3 });
    for (const id of ["a", "b", "c"]) range(ranged, id, 2900);
    const [before, after] = [locate(site(), plain, 3000)!, locate(site(), ranged, 3000)!];
    expect(off(before)).toBeGreaterThan(2.5);
    expect(off(after)).toBeLessThan(0.7);
    expect(after.accuracyM).toBeLessThan(0.6 * before.accuracyM);
  });

  it("ranges and angles that gateways measure need no RSSI beside them", () => {
    const state = newTrackerState();
    for (const id of ["a", "b", "c"]) range(state, id, 900);
    expect(off(locate(site(), state, 1000))).toBeLessThan(0.7);
    expect(locate(site(aSettings({ mechanism: "ANCHORED" })), state, 1000)).not.toBeNull();
    const turned = newTrackerState();
    for (const id of ["a", "b"]) angle(turned, id, 900);
    expect(off(locate(site(), turned, 1000))).toBeLessThan(1);
  });

  it("ranges and angles are enough from a single gateway that measures both", () => {
    const state = newTrackerState();
    range(state, "a", 900);
    angle(state, "a", 900);
    expect(off(locate(site(), state, 1000))).toBeLessThan(1.2);
  });

  it("ranges and angles still give a good position when one of them is an echo", () => {
    const state = heard(corners, tag, { seconds: 3 });
    for (const id of ["a", "b", "c"]) range(state, id, 2900);
    range(state, "d", 2900, 9);
    expect(off(locate(site(), state, 3000))).toBeLessThan(1);
  });

  it("ranges and angles expire with their window, may come in any order and twice, and are ignored where invalid", () => {
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

  it("ranges and angles are ignored if they claim an accuracy that nothing has", () => {
    const state = newTrackerState();
    for (const sdM of [Infinity, 1e200, Number.NaN]) observe(state, { anchorId: "a", atMs: 900, rangeM: 3, sdM });
    for (const sdDeg of [Infinity, 1e200, Number.NaN])
      observe(state, { anchorId: "a", atMs: 900, azimuthDeg: 3, elevationDeg: null, sdDeg });
    expect(locate(site(), state, 1000)).toBeNull();
  });
});

describe("ranges more exact than the floor's cells of 1 m", () => {
  const hall = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 40, y: 25 },
    { x: 0, y: 25 },
  ];
  const atHall = [
    anAnchor({ id: "a", x: 2, y: 2 }),
    anAnchor({ id: "b", x: 38, y: 3 }),
    anAnchor({ id: "c", x: 19, y: 24 }),
  ];
  const floor = { ...aSquareFloor("ground", 20), outline: hall };
  const model = () => buildSiteModel({ anchors: atHall, floors: [floor], settings: aSettings() });
  /** Exact ranges of a tag at a place, with a stated standard deviation. */
  const measure = (state: TrackerState, place: { x: number; y: number }, atMs: number, sdM: number): void => {
    for (const { id, x, y } of atHall)
      observe(state, { anchorId: id, atMs, rangeM: Math.hypot(x - place.x, y - place.y, 1.3), sdM });
  };
  const offFrom = (fix: Fix, { x, y }: { x: number; y: number }) => Math.hypot(fix.x - x, fix.y - y);

  it.each([
    { x: 12.4, y: 9.1 },
    { x: 30.95, y: 14.05 },
    { x: 5.26, y: 20.73 },
  ])("ranges more exact than cells of 1 m put a tracker at $x, $y to within 4 cm, with a circle as small", (place) => {
    const alone = newTrackerState();
    measure(alone, place, 900, 0.1);
    const fix = locate(model(), alone, 1000)!;
    expect(offFrom(fix, place)).toBeLessThan(0.04);
    expect(fix.accuracyM).toBeLessThan(0.25);
    expect(fix.accuracyM).toBeGreaterThan(0.08);

    // Strength that points elsewhere hardly moves the tag, and no longer decides how wide its circle is.
    const heardToo = heard(atHall, { x: place.x + 1, y: place.y - 1 }, { seconds: 3 });
    measure(heardToo, place, 2900, 0.1);
    const both = locate(model(), heardToo, 3000)!;
    expect(offFrom(both, place)).toBeLessThan(0.1);
    expect(both.accuracyM).toBeLessThan(0.3);
  });

  it("exact ranges leave the probability of the floor's cells as exact as the place, for rooms and geofences", () => {
    const state = newTrackerState();
    measure(state, { x: 12.4, y: 9.1 }, 900, 0.1);
    const inHall = model();
    locate(inHall, state, 1000);
    const places = likelyPlaces(inHall)!;
    for (let at = 0; at < places.length; at += 2)
      expect(Math.hypot(places[at]! - 12.4, places[at + 1]! - 9.1)).toBeLessThan(1.1);
  });

  it("exact ranges follow a walking tracker without RSSI, and state circles as wide as its errors", () => {
    const inHall = model();
    const state = newTrackerState();
    const errors: number[] = [];
    let within = 0;
    for (let second = 1; second <= 20; second++) {
      const place = { x: 5 + 1.2 * second, y: 12 };
      measure(state, place, 1000 * second - 100, 0.3);
      const fix = locate(inHall, state, 1000 * second)!;
      if (second <= 5) continue;
      errors.push(offFrom(fix, place));
      if (offFrom(fix, place) <= fix.accuracyOuterM) within++;
    }
    expect(Math.max(...errors)).toBeLessThan(0.5);
    expect(within).toBe(15);
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

  it("ranges from gateways of two floors put the tracker on the floor that they agree on, whichever was measured last", () => {
    const state = newTrackerState();
    for (let second = 1; second <= 6; second++) {
      const [first, last] = second % 2 ? [corners, upstairs] : [upstairs, corners];
      measure(state, first, first === corners ? 0 : 4, 1000 * second - 400);
      measure(state, last, last === corners ? 0 : 4, 1000 * second - 100);
      expect(locate(tower, state, 1000 * second)).toMatchObject({ floor: "ground", floorUncertain: false });
    }
  });

  it("ranges outweigh packets that slightly favour another floor", () => {
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gpsFix } from "../fix/gpsFix.ts";
import { locate } from "./locate.ts";
import type { Fix } from "../fix/fix.ts";
import { outlineContains, type Point } from "../model/outline.ts";
import type { Anchor, FloorModel } from "../model/placedSite.ts";
import { buildSiteModel } from "./siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, heard, rssiAt } from "./testSite.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

/** An upright rectangle, turned about the origin by an angle, radians. */
function ringOf(minX: number, minY: number, maxX: number, maxY: number, angle = 0): Point[] {
  const corners = [
    [minX, maxY],
    [maxX, maxY],
    [maxX, minY],
    [minX, minY],
  ] as const;
  return corners.map(([x, y]) => turn({ x, y }, angle));
}

function turn({ x, y }: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

function undrawn(more: Partial<FloorModel> = {}): FloorModel {
  return { id: "ground", level: 0, elevationM: 0, outline: [], ...more };
}

/** How far outside a ring a place may be because of rounding in the turn and back, m. */
const ROUNDED_M = 1e-6;

const isOn = (ring: readonly Point[], { x, y }: Point): boolean =>
  [-1, 0, 1].some((i) => [-1, 0, 1].some((j) => outlineContains(ring, x + i * ROUNDED_M, y + j * ROUNDED_M)));

describe("the image of a floor's plan", () => {
  const spot = fc.record({
    x: fc.double({ min: -40, max: 60, noNaN: true }),
    y: fc.double({ min: -40, max: 50, noNaN: true }),
    rssi: fc.integer({ min: -95, max: -45 }),
  });

  it("a plan's image limits every fix, wherever gateways hang and however the image is turned", () => {
    fc.assert(
      fc.property(
        fc.array(spot, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: Math.PI, noNaN: true }),
        fc.constantFrom("TRILATERATED" as const, "ANCHORED" as const),
        (spots, angle, mechanism) => {
          const image = ringOf(0, 0, 20, 12, angle);
          const anchors = spots.map(({ x, y }, i) => anAnchor({ id: `g${i}`, x, y }));
          const model = buildSiteModel({ anchors, floors: [undrawn({ image })], settings: aSettings({ mechanism }) });
          const state = newTrackerState();
          spots.forEach(({ rssi }, i) => {
            for (let atMs = 0; atMs <= 2000; atMs += 500) observe(state, { anchorId: `g${i}`, rssi, atMs });
          });
          const fix = locate(model, state, 2000)!;
          expect([fix, fix.raw].every((place) => isOn(image, place))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("a plan's image with wide margins limits nothing else: trackers are placed about as well as without one", () => {
    const medianM = (floor: FloorModel, seed: number): number => median(errorsOf(floor, seed));
    for (const seed of [1, 2, 3, 4]) {
      const withImage = medianM(undrawn({ image: ringOf(-16, -10, 56, 35) }), seed);
      const asDrawn = medianM(undrawn({ outline: ringOf(-16, -10, 56, 35) }), seed);
      expect(withImage).toBeLessThan(1.03 * medianM(undrawn(), seed));
      expect(withImage).toBeLessThan(asDrawn);
    }
  });

  it("a plan's image turns fixes with it when its building is turned", () => {
    const angle = 0.7;
    const straight = fixesOf(undrawn({ image: ringOf(-16, -10, 56, 35) }), 5);
    const turned = fixesOf(undrawn({ image: ringOf(-16, -10, 56, 35, angle) }), 5, angle);
    const apart = straight.map(({ fix }, i) => {
      const expected = turn(fix, angle);
      return Math.hypot(turned[i]!.fix.x - expected.x, turned[i]!.fix.y - expected.y);
    });
    expect(median(apart)).toBeLessThan(0.1);
    expect(Math.max(...apart)).toBeLessThan(1);
  });

  it("a plan's image leaves circles as wide as they are without one", () => {
    const radiusM = (floor: FloorModel): number => median(fixesOf(floor, 6).map(({ fix }) => fix.accuracyM));
    const withImage = radiusM(undrawn({ image: ringOf(-16, -10, 56, 35) }));
    const asGuessed = radiusM(undrawn());
    expect(Math.abs(withImage / asGuessed - 1)).toBeLessThan(0.02);
  });
});

describe("on a floor without a drawn outline", () => {
  const image = ringOf(-20, -20, 60, 45);
  const annex = { id: "annex", floor: "ground", outline: ringOf(43, 2, 60, 23) };
  const gateways = hall().map((place, i) => anAnchor({ id: `g${i}`, ...place }));

  it("a tracker on an undrawn floor is found in a room that is drawn far from the gateways", () => {
    const site = { anchors: gateways, floors: [undrawn({ image })], settings: aSettings() };
    const state = heard(gateways, { x: 51, y: 12 }, { seconds: 5 });
    const fix = locate(buildSiteModel({ ...site, rooms: [annex] }), state, 5000)!;
    expect(outlineContains(annex.outline, fix.x, fix.y)).toBe(true);
    expect(fix.room?.id).toBe("annex");
  });

  it("no room is named on an undrawn floor for a tracker outside the few rooms drawn over the plan", () => {
    const floors = [undrawn({ image })];
    const model = buildSiteModel({ anchors: gateways, floors, settings: aSettings(), rooms: [annex] });
    expect(locate(model, heard(gateways, { x: 20, y: 12 }, { seconds: 5 }), 5000)!.room).toBeNull();
  });

  it("a GPS tracker in the margin of an undrawn floor's plan is put on that plan's floor", () => {
    const elsewhere = undrawn({ id: "other", outline: ringOf(200, 0, 220, 20) });
    const model = buildSiteModel({ anchors: gateways, floors: [elsewhere, undrawn({ image })], settings: aSettings() });
    expect(gpsFix(model, { atMs: 0, x: -18, y: -18, accuracyM: 4 })!.floor).toBe("ground");
  });
});

/** Ten gateways in a hall of 40 × 25 m. */
function hall(): Point[] {
  return [
    [2, 2],
    [14, 1.2],
    [27, 2],
    [38, 3],
    [8, 12],
    [20, 13],
    [32, 12],
    [2, 23],
    [19, 23.8],
    [38, 23],
  ].map(([x, y]) => ({ x: x!, y: y! }));
}

/** Tags anywhere in the hall, all of it turned by an angle, radians. */
function fixesOf(floor: FloorModel, seed: number, angle = 0): { tag: Point; fix: Fix }[] {
  const { next, normal } = testNoise(seed);
  const anchors: Anchor[] = hall().map((place, i) => anAnchor({ id: `g${i}`, ...turn(place, angle) }));
  const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
  return Array.from({ length: 150 }, () => {
    const tag = turn({ x: 40 * next(), y: 25 * next() }, angle);
    const offsetDb = 4 * normal();
    const state = newTrackerState();
    for (const anchor of anchors) {
      const placeDb = 4.5 * normal();
      for (let atMs = 0; atMs <= 2000; atMs += 500)
        observe(state, {
          anchorId: anchor.id,
          rssi: rssiAt(anchor, tag) + offsetDb + placeDb + 3.8 * normal(),
          atMs,
        });
    }
    return { tag, fix: locate(model, state, 2000)! };
  });
}

function errorsOf(floor: FloorModel, seed: number): number[] {
  return fixesOf(floor, seed).map(({ tag, fix }) => Math.hypot(fix.x - tag.x, fix.y - tag.y));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";
import type { Fix } from "../fix/fix.ts";
import { outlineContains, type Point } from "../model/outline.ts";
import { buildSiteModel } from "./siteModel.ts";
import type { Anchor, EngineSettings, FloorModel } from "../model/placedSite.ts";
import { anAnchor, aSettings } from "./testSite.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe, type Observation } from "../window/signalState.ts";

interface World {
  anchors: Anchor[];
  outline: Point[];
  observations: Observation[];
}

const anywhere = fc.record({
  x: fc.double({ min: 0, max: 30, noNaN: true }),
  y: fc.double({ min: 0, max: 20, noNaN: true }),
});
const rectangle: Point[] = [
  { x: 0, y: 0 },
  { x: 30, y: 0 },
  { x: 30, y: 20 },
  { x: 0, y: 20 },
];

/** Gateways anywhere on a floor, each heard a few times at any strength within ten seconds. */
const world: fc.Arbitrary<World> = fc
  .array(
    fc.record({ place: anywhere, rssi: fc.array(fc.integer({ min: -100, max: -40 }), { minLength: 1, maxLength: 5 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((gateways) => ({
    anchors: gateways.map(({ place }, i) => anAnchor({ id: `g${i}`, ...place })),
    outline: rectangle,
    observations: gateways.flatMap(({ rssi }, i) =>
      rssi.map((value, k) => ({ anchorId: `g${i}`, rssi: value, atMs: 10_000 - k * 500 })),
    ),
  }));

function solve(
  { anchors, outline, observations }: World,
  settings: EngineSettings = aSettings(),
  nowMs = 10_000,
): Fix | null {
  const floors: FloorModel[] = [{ id: "ground", level: 0, elevationM: 0, outline }];
  const model = buildSiteModel({ anchors, floors, settings });
  const state = newTrackerState();
  for (const observation of observations) observe(state, observation);
  return locate(model, state, nowMs);
}

function turned(one: World, place: (point: Point) => Point): World {
  const anchors = one.anchors.map((anchor) => ({ ...anchor, ...place(anchor) }));
  return { ...one, anchors, outline: one.outline.map(place) };
}

describe("the fix moves with the world", () => {
  it("the fix moves with the world when it is shifted by as much as the coordinates of a country's grid", () => {
    fc.assert(
      fc.property(
        world,
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        (one, dx, dy) => {
          const a = solve(one)!;
          const b = solve(turned(one, ({ x, y }) => ({ x: x + dx, y: y + dy })))!;
          expect(b.x - dx).toBeCloseTo(a.x, 3);
          expect(b.y - dy).toBeCloseTo(a.y, 3);
          expect(b.accuracyM).toBeCloseTo(a.accuracyM, 3);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("the fix moves with the world when it is mirrored", () => {
    fc.assert(
      fc.property(world, (one) => {
        const a = solve(one)!;
        const b = solve(turned(one, ({ x, y }) => ({ x: -x, y })))!;
        expect(Math.hypot(-b.x - a.x, b.y - a.y)).toBeLessThan(0.02);
      }),
      { numRuns: 60 },
    );
  });

  it("the fix moves with the world when it is turned by any angle, to within a cell of the grid", () => {
    fc.assert(
      fc.property(world, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (one, angle) => {
        const turn = ({ x, y }: Point): Point => ({
          x: x * Math.cos(angle) - y * Math.sin(angle),
          y: x * Math.sin(angle) + y * Math.cos(angle),
        });
        const a = turn(solve(one)!);
        const b = solve(turned(one, turn))!;
        expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeLessThan(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the order of observations", () => {
  it("the order of observations changes nothing, and neither do duplicates", () => {
    const shuffled = world.chain((one) =>
      fc.tuple(
        fc.constant(one),
        fc.shuffledSubarray([...one.observations, ...one.observations], {
          minLength: one.observations.length * 2,
          maxLength: one.observations.length * 2,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([one, observations]) => {
        const a = solve(one)!;
        const b = solve({ ...one, observations })!;
        expect(b.x).toBeCloseTo(a.x, 9);
        expect(b.y).toBeCloseTo(a.y, 9);
        expect(b.accuracyM).toBeCloseTo(a.accuracyM, 9);
      }),
      { numRuns: 100 },
    );
  });
});

describe("for any input", () => {
  const odd = fc.oneof(
    fc.double(),
    fc.constantFrom(0, -1, 1e300, -1e300, Number.NaN, Infinity, -Infinity),
    fc.double({ min: -120, max: 20 }),
  );
  const oddOrNull = fc.oneof(fc.constant(null), odd);
  const place = fc.oneof(fc.constantFrom(0, 5, 5.5), fc.double({ min: -20, max: 40, noNaN: true }), odd);
  const oddAnchor = fc.record({
    x: place,
    y: place,
    z: oddOrNull,
    measuredPower: oddOrNull,
    alpha: oddOrNull,
    beta: oddOrNull,
    gamma: oddOrNull,
    snapRadiusM: oddOrNull,
  });
  const oddSettings = fc.record({
    mechanism: fc.constantFrom("TRILATERATED" as const, "ANCHORED" as const),
    anchorSnapRadiusM: odd,
    locationAccuracyThresholdM: odd,
    ignoreMovingTracker: fc.boolean(),
  });
  const oddObservation = fc.record({
    anchor: fc.nat(60),
    rssi: fc.oneof(fc.integer({ min: -110, max: -30 }), odd),
    atMs: fc.oneof(fc.integer({ min: 0, max: 20_000 }), odd),
    moving: fc.boolean(),
  });

  it("the engine throws nothing for any input, gives only finite numbers and keeps the fix on the floor", () => {
    fc.assert(
      fc.property(
        fc.array(oddAnchor, { minLength: 1, maxLength: 60 }),
        oddSettings,
        fc.array(oddObservation, { maxLength: 80 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 5 }),
        (oddAnchors, settings, observations, times) => {
          const anchors = oddAnchors.map((anchor, i) => ({ ...anchor, id: `g${i}`, floor: "ground" }));
          const floors = [{ id: "ground", level: 0, elevationM: 0, outline: rectangle }];
          const model = buildSiteModel({ anchors, floors, settings });
          const state = newTrackerState();
          for (const { anchor, ...rest } of observations) observe(state, { anchorId: `g${anchor}`, ...rest });
          for (const atMs of times) {
            const fix = locate(model, state, atMs);
            if (!fix) continue;
            for (const value of [
              fix.x,
              fix.y,
              fix.accuracyM,
              fix.accuracyOuterM,
              fix.elevationM,
              fix.raw.x,
              fix.raw.y,
            ]) {
              expect(value).toSatisfy(Number.isFinite);
            }
            expect(outlineContains(rectangle, fix.x, fix.y)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("the engine gives a finite fix with a radius where gateways are at one point, in a line or without an outline", () => {
    const rings: Point[][] = [[], rectangle, [rectangle[0]!, rectangle[0]!, rectangle[0]!]];
    const sites = [
      [1, 2, 3].map((i) => anAnchor({ id: `g${i}`, x: 5, y: 5, z: null })),
      [1, 2, 3].map((i) => anAnchor({ id: `g${i}`, x: 5 * i, y: 5, z: null })),
      Array.from({ length: 60 }, (_, i) => anAnchor({ id: `g${i}`, x: (i % 10) * 3, y: Math.floor(i / 10) * 4 })),
    ];
    for (const outline of rings) {
      for (const anchors of sites) {
        const observations = anchors.map(({ id }) => ({ anchorId: id, rssi: -60, atMs: 10_000 }));
        const fix = solve({ anchors, outline, observations })!;
        expect(fix.x).toSatisfy(Number.isFinite);
        expect(fix.accuracyM).toBeGreaterThan(0.5);
      }
    }
  });

  it("a radius on an undrawn floor is wider for gateways at one point or in a line than for gateways around it", () => {
    const radiusOf = (places: [number, number][]): number => {
      const anchors = places.map(([x, y], i) => anAnchor({ id: `g${i}`, x, y }));
      const observations = anchors.map(({ id }) => ({ anchorId: id, rssi: -70, atMs: 10_000 }));
      return solve({ anchors, outline: [], observations })!.accuracyM;
    };
    const around = radiusOf([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]);
    const inLine = radiusOf([
      [0, 5],
      [3, 5],
      [6, 5],
      [9, 5],
    ]);
    const atOnePoint = radiusOf([
      [5, 5],
      [5, 5],
      [5, 5],
      [5, 5],
    ]);
    expect(inLine).toBeGreaterThan(around);
    expect(atOnePoint).toBeGreaterThan(around);
    expect(radiusOf([[5, 5]])).toBeGreaterThan(around);
  });
});

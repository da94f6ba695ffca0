import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FenceArea, polygonArea } from "./fenceArea.ts";
import type { LonLat } from "./fenceShape.ts";

// Polygons nobody would draw, checked against an independent inside test: it uses whole numbers, so nothing is rounded,
// and its ray goes north where the product's goes east.

/** Whole numbers of steps from a base: as degrees they are exact, and so are their differences. */
type Corner = readonly [x: number, y: number];
type Ring = readonly Corner[];
/** A step, degrees: about a tenth of a millimetre. */
const step = 2 ** -30;
const bases: readonly Corner[] = [
  [0, 0],
  [4.5, 51.875],
  [174.75, -36.75],
  [-179.75, 88.75],
];
const base = fc.constantFrom(...bases);

const toLonLat = ([x, y]: Corner, [lon, lat]: Corner): LonLat => [lon + x * step, lat + y * step];
const areaOf = (rings: readonly Ring[], at: Corner): FenceArea =>
  polygonArea({
    type: "Polygon",
    coordinates: rings.map((ring) => [...ring, ring[0]!].map((corner) => toLonLat(corner, at))),
  });
const holds = (area: FenceArea, point: Corner, at: Corner): boolean => {
  const [lon, lat] = toLonLat(point, at);
  return area.contains({ lat, lon });
};

const sidesOf = (rings: readonly Ring[]): [Corner, Corner][] =>
  rings.flatMap((ring) => ring.map((corner, nth): [Corner, Corner] => [corner, ring[(nth + 1) % ring.length]!]));
/** Twice the area of the triangle: positive if it turns anticlockwise. */
const turn = ([ax, ay]: Corner, [bx, by]: Corner, [px, py]: Corner): bigint =>
  BigInt(bx - ax) * BigInt(py - ay) - BigInt(by - ay) * BigInt(px - ax);
const isBetween = (a: number, b: number, p: number): boolean => Math.min(a, b) <= p && p <= Math.max(a, b);
const isOnEdge = (rings: readonly Ring[], [x, y]: Corner): boolean =>
  sidesOf(rings).some(([a, b]) => turn(a, b, [x, y]) === 0n && isBetween(a[0], b[0], x) && isBetween(a[1], b[1], y));
/** Inside means an odd number of sides to the north. */
const isInside = (rings: readonly Ring[], point: Corner): boolean =>
  sidesOf(rings).filter(([a, b]) => {
    const [west, east] = a[0] < b[0] ? [a, b] : [b, a];
    return west[0] <= point[0] && point[0] < east[0] && turn(west, east, point) < 0n;
  }).length %
    2 ===
  1;

/** PULSE_PROPERTY_RUNS multiplies the runs, for a longer search. */
const runs = (usual: number): number => usual * Number(process.env["PULSE_PROPERTY_RUNS"] || 1);
/** Every half step on and around the drawing. */
const halves = Array.from({ length: 19 * 19 }, (_, nth): Corner => [(nth % 19) - 9, Math.floor(nth / 19) - 9]);
/** Few places to choose from, so that corners, rays and sides often coincide; none is more than 20 m away. */
const places = fc.integer({ min: -4, max: 4 });
const scale = fc.constantFrom(1, 7, 1000, 50_000);
const corner = fc.tuple(places, places);
const ring = fc.array(corner, { minLength: 3, maxLength: 9 });

describe("whether a place is inside a polygon", () => {
  it("a polygon's inside is right where corners, rays and sides coincide, for rings that touch and cross", () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 4 }), scale, base, (drawn, times, at) => {
        const rings = drawn.map((one) => one.map(([x, y]): Corner => [x * times, y * times]));
        const area = areaOf(rings, at);
        const points = halves.map(([x, y]): Corner => [Math.round((x * times) / 2), Math.round((y * times) / 2)]);
        const told = points.filter((point) => !isOnEdge(rings, point));
        expect(told.filter((point) => holds(area, point, at) !== isInside(rings, point))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it("a polygon's inside is right just beside the sides of a sliver", () => {
    const far = fc.integer({ min: -(2 ** 20), max: 2 ** 20 });
    fc.assert(
      fc.property(far, far, fc.integer({ min: 1, max: 3 }), fc.boolean(), base, (dx, dy, wide, isFlat, at) => {
        const off = (along: number): Corner => (isFlat ? [0, along] : [along, 0]);
        const sliver: Corner[] = [[0, 0], [dx, dy], [dx + off(wide)[0], dy + off(wide)[1]], off(wide)]; // prettier-ignore
        const area = areaOf([sliver], at);
        for (const part of [0, 0.25, 0.5, 0.75, 1])
          for (let beside = -2; beside <= wide + 2; beside++) {
            const point: Corner = [Math.round(dx * part) + off(beside)[0], Math.round(dy * part) + off(beside)[1]];
            if (!isOnEdge([sliver], point)) expect(holds(area, point, at)).toBe(isInside([sliver], point));
          }
      }),
      { numRuns: runs(100) },
    );
  });

  it("a place on the shared edge of two neighbouring polygons is inside exactly one of them", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: -9_999, max: 9_999 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(steps, base, fc.boolean(), (legs, at, isTurned) => {
        let x = 0;
        const shared: Corner[] = [[0, 0], ...legs.map(([dx, y]): Corner => [(x += dx), y])];
        const turned = ([px, py]: Corner): Corner => (isTurned ? [py, px] : [px, py]);
        const north = [...shared, [x, 20_000] as const, [0, 20_000] as const].map(turned);
        // The same edge, walked the other way.
        const south = [...shared, [x, -20_000] as const, [0, -20_000] as const].toReversed().map(turned);
        const [above, below] = [areaOf([north], at), areaOf([south], at)];
        for (const [nth, from] of shared.slice(0, -1).entries())
          for (let eighth = 1; eighth < 8; eighth++) {
            // On the edge, or as near to it as rounding allows.
            const [ax, ay, bx, by] = [...from, ...shared[nth + 1]!];
            const [px, py] = turned([ax + ((bx - ax) * eighth) / 8, ay + ((by - ay) * eighth) / 8]);
            const point: Corner = [px, py];
            expect([point, holds(above, point, at)]).toEqual([point, !holds(below, point, at)]);
          }
        for (const inner of shared.slice(1, -1)) expect(holds(above, turned(inner), at)).toBe(!holds(below, turned(inner), at)); // prettier-ignore
      }),
      { numRuns: runs(200) },
    );
  });

  it("a place on a polygon's edge has a depth of zero, anywhere on Earth", () => {
    fc.assert(
      fc.property(ring, base, (drawn, at) => {
        const rings = [drawn.map(([x, y]): Corner => [x * 50_000, y * 50_000])];
        const area = areaOf(rings, at);
        for (const [a, b] of sidesOf(rings)) {
          const [lon, lat] = toLonLat([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], at);
          expect(Math.abs(area.depthM({ lat, lon }))).toBeLessThan(1e-6);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

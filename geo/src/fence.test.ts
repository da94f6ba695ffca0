import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circleArea, polygonArea } from "./fenceArea.ts";
import { circleFault, maxFenceCorners, shapeFault } from "./fenceFaults.ts";
import { centreOf, closedRing, type FenceShape, type LonLat } from "./fenceShape.ts";
import { distanceM, type LatLon } from "./latLon.ts";
import { localFrame, type Point } from "./localFrame.ts";

const origin: LatLon = { lat: 51.9, lon: 4.4 };
const frame = localFrame(origin);
const toLonLat = (point: Point): LonLat => {
  const { lat, lon } = frame.toLatLon(point);
  return [lon, lat];
};
const ringOf = (points: readonly (readonly [number, number])[]): LonLat[] =>
  closedRing(points.map(([x, y]) => toLonLat({ x, y })));
const square = (size: number, [x, y]: [number, number] = [0, 0]): LonLat[] =>
  ringOf([
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ]);
const polygon = (...rings: LonLat[][]): FenceShape => ({ type: "Polygon", coordinates: rings });

/** A star around a centre, in metres: its corners are anywhere, and it never crosses itself. */
const star = (least: number, most: number) =>
  fc.array(fc.double({ min: least, max: most, noNaN: true }), { minLength: 3, maxLength: 40 }).map((radii) =>
    radii.map((radius, nth): Point => {
      const angle = (2 * Math.PI * nth) / radii.length;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    }),
  );
const anywhere = fc.record({
  x: fc.double({ min: -70, max: 70, noNaN: true }),
  y: fc.double({ min: -70, max: 70, noNaN: true }),
});
/** How often a ring goes around a point, from the angles between its corners instead of counted crossings. */
const turns = (corners: readonly Point[], at: Point): number => {
  let angle = 0;
  for (const [nth, a] of corners.entries()) {
    const b = corners[(nth + 1) % corners.length]!;
    const [ax, ay, bx, by] = [a.x - at.x, a.y - at.y, b.x - at.x, b.y - at.y];
    angle += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return Math.round(angle / (2 * Math.PI));
};
/** The distance to an edge, by walking along it. */
const walkedM = (corners: readonly Point[], at: LatLon): number => {
  let nearest = Infinity;
  for (const [nth, a] of corners.entries()) {
    const b = corners[(nth + 1) % corners.length]!;
    for (let step = 0; step <= 400; step++) {
      const part = step / 400;
      const place = frame.toLatLon({ x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) });
      nearest = Math.min(nearest, distanceM(at, place));
    }
  }
  return nearest;
};

describe("the ground in a fence", () => {
  it("a place in a geofence is inside the outer ring and outside the hole", () => {
    fc.assert(
      fc.property(star(20, 50), star(1, 8), anywhere, (outer, hole, at) => {
        // The hole is around the centre, which the outer star may leave out.
        fc.pre(hole.every((corner) => turns(outer, corner) !== 0));
        const area = polygonArea(polygon(closedRing(outer.map(toLonLat)), closedRing(hole.map(toLonLat))));
        const expected = turns(outer, at) !== 0 && turns(hole, at) === 0;
        const place = frame.toLatLon(at);
        // On the edge either answer is right.
        if (Math.abs(area.depthM(place)) > 1e-6) expect(area.contains(place)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("a geofence may have several parts, and an island within a hole", () => {
    const area = polygonArea({
      type: "MultiPolygon",
      coordinates: [[square(10), square(6, [2, 2])], [square(2, [4, 4])], [square(5, [20, 0])]],
    });
    const inside = (x: number, y: number): boolean => area.contains(frame.toLatLon({ x, y }));
    expect([inside(1, 1), inside(3, 3), inside(5, 5), inside(15, 2), inside(22, 2)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("the depth of a place in a geofence equals the distance to the nearest edge", () => {
    fc.assert(
      fc.property(star(5, 50), anywhere, (corners, at) => {
        const place = frame.toLatLon(at);
        const depth = polygonArea(polygon(closedRing(corners.map(toLonLat)))).depthM(place);
        // The walk takes steps of an eighth of a metre and measures on a sphere, the product on an ellipsoid.
        expect(Math.abs(Math.abs(depth) - walkedM(corners, place))).toBeLessThan(0.15 + Math.abs(depth) * 0.005);
        expect(depth > 0).toBe(turns(corners, at) !== 0);
      }),
      { numRuns: 100 },
    );
  });

  it("a circular geofence ends near its radius, and its bounds contain all of it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: 0.5, max: 100_000, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (lat, radius, angle) => {
          const centre = { lat, lon: 10 };
          const { contains, depthM, bounds } = circleArea(centre, radius);
          const near = localFrame(centre);
          const at = (share: number) =>
            near.toLatLon({ x: share * radius * Math.cos(angle), y: share * radius * Math.sin(angle) });
          expect(contains(at(0.9))).toBe(true);
          expect(contains(at(1.2))).toBe(false);
          expect(depthM(at(0.9))).toBeGreaterThan(0);
          const edge = at(0.99);
          expect(edge.lat > bounds.south && edge.lat < bounds.north).toBe(true);
          expect(edge.lon > bounds.west && edge.lon < bounds.east).toBe(true);
        },
      ),
    );
  });

  it("the breadth of a geofence is about that of the circle that fits in", () => {
    expect(polygonArea(polygon(square(6))).breadthM).toBeCloseTo(3, 3);
    expect(polygonArea(polygon(square(6), square(2, [2, 2]))).breadthM).toBeCloseTo(2, 3);
  });

  it("the centre of a geofence is in the middle of its area without holes, whichever way its rings turn", () => {
    const around = frame.toLocal(centreOf(polygon(square(10), square(10 / 4, [0.1, 0.1]).toReversed())));
    // 100 m² around (5, 5) without 6.25 m² around (1.35, 1.35).
    expect(around.x).toBeCloseTo((100 * 5 - 6.25 * 1.35) / 93.75, 3);
    expect(around.y).toBeCloseTo(around.x, 3);
  });
});

describe("a fence's shape", () => {
  const faultOf = (shape: FenceShape): string | undefined => shapeFault(shape)?.message;

  it("a geofence's shape may be any star with a hole around its centre", () => {
    fc.assert(
      fc.property(star(20, 50), star(0.7, 4), (outer, hole) => {
        fc.pre(outer.length > 3 && hole.length > 3);
        expect(shapeFault(polygon(closedRing(outer.map(toLonLat)), closedRing(hole.map(toLonLat))))).toBeNull();
      }),
    );
  });

  it.each([
    ["crosses itself", [ringOf([[0, 0], [4, 4], [4, 0], [0, 4]])], /cross or touch/], // prettier-ignore
    ["touches itself", [ringOf([[0, 0], [8, 0], [8, 8], [4, 0.0], [0, 8]])], /cross or touch/], // prettier-ignore
    ["runs back over itself", [ringOf([[0, 0], [4, 0], [4, 4], [4, -2]])], /cross or touch/], // prettier-ignore
    ["is not closed", [square(4).slice(0, -1)], /end where it began/],
    ["has two corners", [ringOf([[0, 0], [4, 0]])], /three corners/], // prettier-ignore
    ["is tiny", [square(0.1)], /0\.1 m²/],
    ["is a line", [ringOf([[0, 0], [4, 0], [8, 0]])], /cross or touch/], // prettier-ignore
    ["has a hole across its edge", [square(4), square(4, [2, 2])], /cross or touch/],
    ["has a hole outside", [square(4), square(2, [6, 6])], /within its part/],
    ["has a hole in a hole", [square(9), square(5, [2, 2]), square(2, [3, 3])], /within another/],
    ["has no ring", [], /outer ring/],
    ["lies beside Earth", [[[4, 51], [190, 51], [190, 52], [4, 51]]], /not on Earth/], // prettier-ignore
    ["holds what is no number", [[[4, NaN], [5, 51], [5, 52], [4, NaN]]], /not on Earth/], // prettier-ignore
    ["crosses the antimeridian", [[[179.9, 1], [-179.9, 1], [-179.9, 2], [179.9, 1]]], /180th meridian/], // prettier-ignore
    ["goes around a pole", [[[-120, 80], [0, 80], [120, 80], [-120, 80]]], /180th meridian/], // prettier-ignore
    ["reaches a pole", [[[0, 80], [1, 80], [1, 90], [0, 80]]], /a pole/], // prettier-ignore
  ] as [string, LonLat[][], RegExp][])("a geofence's shape is refused if it %s", (_how, rings, message) => {
    expect(faultOf(polygon(...rings))).toMatch(message);
  });

  it("a geofence's shape is refused if its parts overlap, and accepted if one is in the other's hole", () => {
    const around = [square(10), square(6, [2, 2])];
    expect(faultOf({ type: "MultiPolygon", coordinates: [[square(10)], [square(2, [4, 4])]] })).toMatch(/overlap/);
    expect(faultOf({ type: "MultiPolygon", coordinates: [around, [square(2, [4, 4])]] })).toBeUndefined();
  });

  it("a geofence's shape may have at most ten thousand corners", () => {
    const round = (count: number): FenceShape =>
      polygon(
        closedRing(
          Array.from({ length: count }, (_, nth) => {
            const angle = (2 * Math.PI * nth) / count;
            return toLonLat({ x: 500 * Math.cos(angle), y: 500 * Math.sin(angle) });
          }),
        ),
      );
    expect(shapeFault(round(maxFenceCorners))).toBeNull();
    expect(faultOf(round(maxFenceCorners + 1))).toMatch(/at most 10000 corners/);
  });
});

describe("a circle", () => {
  it.each([
    ["reaches a pole", { lat: 88.9, lon: 0 }, 100_000, /a pole/],
    ["crosses the antimeridian", { lat: 0, lon: -179.9 }, 50_000, /180th meridian/],
  ])("a circular geofence is refused if it %s", (_how, centre, radius, message) => {
    expect(circleFault(centre, radius)?.message).toMatch(message);
  });

  it("a circular geofence is accepted anywhere else", () => {
    expect(circleFault({ lat: 0, lon: -179.9 }, 5000)).toBeNull();
    expect(circleFault(origin, 100_000)).toBeNull();
  });
});

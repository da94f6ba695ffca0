import { localFrame, type Point } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { directionOf, type Route, type RouteEnd, type RouteFloor, planRoute } from "./planRoute.ts";

const frame = localFrame({ lat: 51.9, lon: 4.4 });
const at = (x: number, y: number, floorId: string | null = "f0"): RouteEnd => ({
  ...frame.toLatLon({ x, y }),
  floorId,
});
const line = (...points: [number, number][]) => points.map(([x, y]) => frame.toLatLon({ x, y }));
const wall = (...points: [number, number][]) => ({ id: "w", points: line(...points), lossDb: null });
const door = (a: [number, number], b: [number, number]) => ({
  id: "d",
  at: line(a, b) as [RouteEnd, RouteEnd],
});
const lift = (name: string, x: number, y: number) => ({
  id: name,
  name,
  area: line([x - 1, y - 1], [x + 1, y - 1], [x + 1, y + 1], [x - 1, y + 1]),
});
const floor = (id: string, level: number, drawn: Partial<RouteFloor> = {}): RouteFloor => ({
  id,
  name: id,
  level,
  buildingId: "b",
  walls: [],
  doors: [],
  lifts: [],
  ...drawn,
});
const pointsOf = (route: Route, nth = 0): Point[] => route.legs[nth]!.points.map(frame.toLocal);
/** A hall of 40 m by 20 m with a wall through its middle. */
const outer = wall([0, 0], [40, 0], [40, 20], [0, 20], [0, 0]);
const middle = wall([20, 0], [20, 20]);

it("a route is straight where no walls are drawn", () => {
  const route = planRoute(at(0, 0), at(30, 40), [floor("f0", 0)]);
  expect(route.legs).toHaveLength(1);
  expect(route.lengthM).toBeCloseTo(50, 0);
  expect(route.legs[0]!.direction).toBe("northEast");
  expect(route.isStraight).toBe(false);
});

it("a route goes through the door of a wall in between", () => {
  const drawn = { walls: [outer, middle], doors: [door([20, 17], [20, 18.2])] };
  const route = planRoute(at(5, 3), at(35, 3), [floor("f0", 0, drawn)]);
  expect(route.isStraight).toBe(false);
  const through = pointsOf(route)
    .slice(1)
    .flatMap((b, nth) => {
      const a = pointsOf(route)[nth]!;
      return (a.x - 20) * (b.x - 20) > 0 ? [] : [a.y + ((b.y - a.y) * (20 - a.x)) / (b.x - a.x)];
    });
  expect(through.length).toBeGreaterThan(0);
  for (const y of through) expect(Math.abs(y - 17.6)).toBeLessThan(0.8);
  // There and back along the wall: 2 × √(15² + 14.6²).
  expect(route.lengthM).toBeGreaterThan(41.5);
  expect(route.lengthM).toBeLessThan(46);
});

it("a route is a straight line, marked as such, where no door leads there", () => {
  const route = planRoute(at(5, 3), at(35, 3), [floor("f0", 0, { walls: [outer, middle] })]);
  expect(route.isStraight).toBe(true);
  expect(route.lengthM).toBeCloseTo(30, 0);
});

it("a door beside a corner does not open the wall it touches", () => {
  // A closet in the corner of the right half; the door in the middle wall touches the closet's wall.
  const closet = wall([20, 12], [40, 12]);
  const drawn = { walls: [outer, middle, closet], doors: [door([20, 10.8], [20, 12])] };
  expect(planRoute(at(5, 3), at(35, 3), [floor("f0", 0, drawn)]).isStraight).toBe(false);
  expect(planRoute(at(5, 3), at(35, 18), [floor("f0", 0, drawn)]).isStraight).toBe(true);
});

it("a route begins and ends beside a wall when a position is inside it", () => {
  const drawn = { walls: [outer, middle], doors: [door([20, 9], [20, 11])] };
  const route = planRoute(at(0.1, 10), at(39.95, 10), [floor("f0", 0, drawn)]);
  expect(route.isStraight).toBe(false);
  expect(route.lengthM).toBeLessThan(41.5);
});

it("a route takes the lift that makes it shortest and is drawn on both floors", () => {
  const lifts = [lift("Far lift", 38, 38), lift("Near lift", 5, 5)];
  const floors = [floor("f0", 0, { lifts }), floor("f2", 2, { lifts: [lift("Near lift", 5.5, 5), lifts[0]!] })];
  const route = planRoute(at(0, 0), at(10, 10, "f2"), floors);
  expect(route.legs.map(({ floorId }) => floorId)).toEqual(["f0", "f2"]);
  expect(route.legs[0]!.up).toEqual({ lift: "Near lift", floorId: "f2" });
  expect(route.legs[1]!.up).toBeNull();
  expect(route.lengthM).toBeCloseTo(14.1, 0);
});

it("a route uses no lift that is drawn on one floor only, or in another building", () => {
  const lifts = [lift("Lift", 5, 5)];
  const alone = planRoute(at(0, 0), at(10, 10, "f2"), [floor("f0", 0, { lifts }), floor("f2", 2)]);
  expect(alone.isStraight).toBe(true);
  expect(alone.legs.map(({ up }) => up)).toEqual([{ lift: null, floorId: "f2" }]);
  const annex = { ...floor("g1", 1, { lifts }), buildingId: "annex" };
  expect(planRoute(at(0, 0), at(10, 10, "g1"), [floor("f0", 0, { lifts }), annex]).legs[0]!.up?.lift).toBeNull();
});

it("a route enters a building from outside on the ground floor", () => {
  const lifts = [lift("Lift", 5, 5)];
  const floors = [floor("cellar", -1, { lifts }), floor("f0", 0, { lifts }), floor("f2", 2, { lifts })];
  expect(planRoute(at(-60, 0, null), at(9, 9, "f2"), floors).legs.map(({ floorId }) => floorId)).toEqual(["f0", "f2"]);
  expect(planRoute(at(-60, 0, null), at(9, 9, "f0"), floors).legs.map(({ floorId }) => floorId)).toEqual(["f0"]);
});

it("a route is straight from a place kilometres away", () => {
  const route = planRoute(at(-20_000, 0, null), at(5, 3), [floor("f0", 0, { walls: [outer, middle] })]);
  expect(route.isStraight).toBe(true);
  expect(route.lengthM).toBeCloseTo(20_005, -2);
});

it("a route is straight to an asset outside all floors", () => {
  const route = planRoute(at(0, 0), at(30, 0, null), [floor("f0", 0)]);
  expect(route.legs.map(({ floorId, direction }) => [floorId, direction])).toEqual([[null, "east"]]);
});

it("a route names the eight directions of the compass", () => {
  const to = (x: number, y: number) => directionOf({ x: 0, y: 0 }, { x, y });
  expect([to(0, 1), to(1, 1), to(1, 0), to(1, -1), to(0, -1), to(-1, -1), to(-1, 0), to(-1, 1)]).toEqual([
    "north",
    "northEast",
    "east",
    "southEast",
    "south",
    "southWest",
    "west",
    "northWest",
  ]);
  expect(to(-0.1, 5)).toBe("north");
});

import { localFrame } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { walkSteps } from "./walkSteps.ts";

const frame = localFrame({ lat: 51.9, lon: 4.4 });
const line = (...points: [number, number][]) => points.map(([x, y]) => frame.toLatLon({ x, y }));
const room = (name: string, west: number, south: number, east: number, north: number) => ({
  id: name,
  name,
  kind: null,
  area: line([west, south], [east, south], [east, north], [west, north]),
});
const door = (a: [number, number], b: [number, number]) => {
  const [from, to] = line(a, b);
  return { id: "d", at: [from!, to!] as [typeof from & object, typeof to & object] };
};
/** What each step says, with whole metres. */
const said = (...args: Parameters<typeof walkSteps>) =>
  walkSteps(...args).map(({ lengthM, direction, into, outOf, isThroughDoor }) =>
    [Math.round(lengthM), direction, into ?? (outOf === null ? null : `out of ${outOf}`), isThroughDoor ? "door" : null]
      .filter((word) => word !== null)
      .join(" "),
  );

it("a way is one step where nothing is drawn and it has no corner", () => {
  expect(said(line([0, 0], [0, 20]), { rooms: [], doors: [] })).toEqual(["20 north"]);
});

it("a way has a step for each room it enters, and says where a door leads there", () => {
  const rooms = [room("Aisle A", 0, 0, 4, 20), room("Cold store", 4, 12, 20, 20)];
  const floor = { rooms, doors: [door([4, 15], [4, 17])] };
  expect(said(line([2, 2], [2, 16], [15, 16]), floor)).toEqual(["16 north Cold store door", "11 east"]);
  expect(said(line([2, 2], [2, 16], [15, 16]), { rooms, doors: [] })[0]).toBe("16 north Cold store");
});

it("a door beside the way, through which it does not go, is not named", () => {
  const floor = { rooms: [room("Walkway", 0, 0, 4, 20), room("Hall", 4, 0, 20, 20)], doors: [door([4, 11], [4, 12])] };
  expect(said(line([2, 10], [15, 10]), floor)[0]).toBe("2 east Hall");
});

it("a way out of a room into no other says so", () => {
  const floor = { rooms: [room("Office", 0, 0, 10, 10)], doors: [door([4, 10], [6, 10])] };
  expect(said(line([5, 2], [5, 30]), floor)).toEqual(["8 north out of Office door", "20 north"]);
});

it("a way has a step for each sharp turn between long stretches, and none for a bend or a short one", () => {
  const none = { rooms: [], doors: [] };
  expect(said(line([0, 0], [0, 10], [12, 10]), none)).toEqual(["10 north", "12 east"]);
  expect(said(line([0, 0], [0, 10], [2, 20]), none)).toHaveLength(1);
  expect(said(line([0, 0], [0, 10], [2, 10], [2, 20]), none)).toHaveLength(2);
});

it("a room whose edge a way only touches is no step", () => {
  const rooms = [room("Aisle A", 0, 0, 4, 40), room("Bay", 0, 20, 4, 21)];
  expect(said(line([2, 2], [2, 38]), { rooms, doors: [] })).toEqual(["36 north"]);
});

it("a smaller room inside another one is the one that is named", () => {
  const rooms = [room("Hall", 0, 0, 40, 40), room("Cage", 10, 10, 20, 20)];
  expect(said(line([15, 2], [15, 15]), { rooms, doors: [] })[0]).toBe("8 north Cage");
});

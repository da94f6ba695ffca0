import { distanceM } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { coverageArea, rangeM } from "./coverage.ts";
import { snapped } from "./snapping.ts";

const at = { lat: 51.9, lon: 4.4 };
const frame = localFrame(at);
const place = (x: number, y: number) => frame.toLatLon({ x, y });
const unset = { alpha: null, beta: null, gamma: null, measuredPower: null };
const nothing = { walls: [], doors: [] };
const wall = (from: [number, number], to: [number, number], lossDb: number | null = 12) => ({
  id: "w",
  points: [place(...from), place(...to)],
  lossDb,
});
/** How far the area reaches to the east, the direction of its first ray, m. */
const eastM = (obstacles: Parameters<typeof coverageArea>[3]): number =>
  distanceM(at, coverageArea(at, unset, -75, obstacles)[0]!);

it("a gateway's range follows the engine's path-loss model, or its own curve once one of its numbers is set", () => {
  expect(rangeM(unset, -59)).toBeCloseTo(1);
  expect(rangeM(unset, -81)).toBeCloseTo(10);
  expect(rangeM({ ...unset, measuredPower: -65 }, -87)).toBeCloseTo(10);
  // The library's own curve (Nexus 5) at -80 dBm.
  expect(rangeM({ ...unset, alpha: 0.42093 }, -80)).toBeCloseTo(4.04, 1);
});

it("a gateway's range stays within bounds, whatever its settings", () => {
  expect(rangeM({ ...unset, alpha: 1000, beta: 100 }, -90)).toBe(60);
  expect(rangeM({ ...unset, gamma: -10 }, -90)).toBe(0.1);
});

it("walls shorten the range behind them, and doors and places beside walls do not", () => {
  const free = eastM(nothing);
  expect(free).toBeCloseTo(rangeM(unset, -75), 1);
  const walled = { walls: [wall([2, -1], [2, 1])], doors: [] };
  expect(eastM(walled)).toBeCloseTo(2, 1);
  expect(eastM({ walls: [wall([2, -1], [2, 1], 3)], doors: [] })).toBeCloseTo(rangeM(unset, -72), 1);
  expect(eastM({ ...walled, doors: [{ id: "d", at: [place(2, -0.5), place(2, 0.5)] }] })).toBeCloseTo(free, 1);
  expect(eastM({ walls: [wall([2, 1], [2, 9])], doors: [] })).toBeCloseTo(free, 1);
});

it("a gateway snaps to a corner before a wall before a line of neighbours, and not to what is distant", () => {
  const floor = { walls: [wall([0.4, 0.3], [20, 0.3])], outline: null, rotationDeg: 0 };
  const metres = ({ lat, lon }: typeof at) => {
    const { x, y } = frame.toLocal({ lat, lon });
    return [Number(x.toFixed(2)), Number(y.toFixed(2))];
  };
  const corner = snapped(at, floor, [], 1);
  expect([corner.to, metres(corner.at)]).toEqual(["corner", [0.4, 0.3]]);
  const onWall = snapped(place(5, 0), floor, [], 1);
  expect([onWall.to, metres(onWall.at)]).toEqual(["wall", [5, 0.3]]);
  const inLine = snapped(place(5, 9), floor, [place(5.5, 30)], 1);
  expect([inLine.to, metres(inLine.at)]).toEqual(["line", [5.5, 9]]);
  const far = snapped(place(5, 9), floor, [place(8, 30)], 1);
  expect(far).toEqual({ at: place(5, 9), to: null });
});

it("lines of neighbours run along the axes of a turned plan", () => {
  const floor = { walls: [], outline: null, rotationDeg: 45 };
  // Clockwise by 45°: the plan's own x axis points south-east.
  const found = snapped(at, floor, [place(10, -9.6)], 1);
  const { x, y } = frame.toLocal(found.at);
  expect(found.to).toBe("line");
  expect([x, y]).toEqual([expect.closeTo(0.2, 2), expect.closeTo(0.2, 2)]);
});

it("a gateway uses the default range where the engine cannot use its settings", () => {
  expect(rangeM({ alpha: -1000, beta: 0, gamma: 1000, measuredPower: 0 }, -75)).toBe(rangeM(unset, -75));
  expect(rangeM({ ...unset, alpha: 0.9, beta: 0 }, -75)).toBe(rangeM({ ...unset, alpha: 0.9 }, -75));
});

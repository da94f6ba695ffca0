import { expect, it } from "vitest";
import { fenceToOpen } from "./fenceAt.ts";
import type { MapFence } from "./mapFence.ts";

const square = (from: number, to: number): [number, number][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
const fence = (id: string, parts: MapFence["parts"]): MapFence => ({
  isRestricted: false,
  id,
  name: id,
  floorIds: [],
  isHidden: false,
  parts,
});
const fences = [fence("yard", [[square(0, 10), square(6, 7)], [square(20, 21)]]), fence("bay", [[square(2, 4)]])];
const click = (at: number, selected: string | null = null): string | null =>
  fenceToOpen({ fences, selected }, { lat: at, lon: at });

it("a click opens the geofence around the clicked place, and the smallest of several", () => {
  expect([1, 3, 20.5].map((at) => click(at))).toEqual(["yard", "bay", "yard"]);
});

it("a click opens no geofence outside all of them or in a hole", () => {
  expect([6.5, 15].map((at) => click(at))).toEqual([null, null]);
});

it("a click closes what is open first, unless another geofence is clicked", () => {
  expect(click(3, "an asset")).toBeNull();
  expect(click(3, "bay")).toBeNull();
  expect(click(1, "bay")).toBe("yard");
});

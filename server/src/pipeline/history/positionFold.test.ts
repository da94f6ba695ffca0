import { localFrame } from "@pulse/geo/localFrame";
import { describe, expect, it } from "vitest";
import { bothMoving, continuesStay, type PositionFix } from "./positionFold.ts";

const frame = localFrame({ lat: 59, lon: 18 });
const fix = (changes: Partial<PositionFix> & { x?: number }): PositionFix => {
  const { x = 0, ...rest } = changes;
  return {
    trackerId: "t",
    assetId: "a",
    siteId: "s",
    buildingId: "b",
    floorId: "f",
    atMs: 1_000_000,
    ...frame.toLatLon({ x, y: 0 }),
    elevation: 1.2,
    accuracy: 2,
    accuracyOuter: 4,
    mechanism: "TRILATERATED",
    moving: false,
    nearestHardwareId: null,
    nearestDis: null,
    signalStrength: -60,
    room: null,
    shown: true,
    ...rest,
  };
};
const stay = { fix: fix({}), endMs: 1_000_000 };

describe("a stay", () => {
  const cases: [string, Partial<PositionFix> & { x?: number }, boolean][] = [
    ["goes on within half a metre", { x: 0.4, moving: true }, true],
    ["ends when the thing has moved", { x: 0.6, moving: true }, false],
    ["goes on for a still thing that only its own uncertainty has moved", { x: 1.9, accuracy: 2 }, true],
    ["ends for a still thing that is elsewhere beyond its uncertainty", { x: 2.1, accuracy: 2 }, false],
    ["goes on after 60 s of silence", { atMs: 1_060_000 }, true],
    ["ends after more than 60 s of silence", { atMs: 1_060_001 }, false],
    ["ends for a fix of the past", { atMs: 999_999 }, false],
    ["ends on another floor", { floorId: "g" }, false],
    ["ends in another room", { room: { id: "r", name: "Store", probability: 0.9 } }, false],
    ["ends with another asset", { assetId: null }, false],
    ["ends at another site", { siteId: "t" }, false],
    ["ends with another kind of fix", { mechanism: "GPS" }, false],
    ["ends when the fix is not to be shown", { shown: false }, false],
  ];
  it.each(cases)("a stay %s", (_, changes, expected) => {
    expect(continuesStay(stay, fix({ atMs: 1_001_000, ...changes }))).toBe(expected);
  });
});

it("a thing that stood in one part of a stay did not move throughout it, and one unknown part leaves that unknown", () => {
  expect(bothMoving(true, true)).toBe(true);
  expect([bothMoving(true, false), bothMoving(null, false), bothMoving(false, true)]).toEqual([false, false, false]);
  expect([bothMoving(true, null), bothMoving(null, true), bothMoving(null, null)]).toEqual([null, null, null]);
});

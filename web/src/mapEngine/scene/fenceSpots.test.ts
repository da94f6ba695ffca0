import { describe, expect, it } from "vitest";
import { type Box, boxAround, occupiedBoxes } from "./boxes.ts";
import { fenceNameBox, fenceNameSpot } from "./fenceSpots.ts";

const square = [
  { x: 100, y: 100 },
  { x: 300, y: 100 },
  { x: 300, y: 200 },
  { x: 100, y: 200 },
];
const circle = Array.from({ length: 48 }, (_, nth) => ({
  x: 200 + 60 * Math.sin((nth / 24) * Math.PI),
  y: 200 - 60 * Math.cos((nth / 24) * Math.PI),
}));

const naming = { nameWidthPx: 60, before: undefined, isFree: () => true };
const boxIn = (corners: typeof square, given: Partial<Parameters<typeof fenceNameSpot>[0]> = {}): Box | null => {
  const spot = fenceNameSpot({ ...naming, corners, ...given });
  return spot === null ? null : fenceNameBox({ ...naming, corners }, spot);
};

describe("the name of a geofence", () => {
  it("the name of a geofence is at the upper left of its outline", () => {
    expect(boxIn(square)).toEqual({ left: 104, top: 104, right: 164, bottom: 118 });
  });

  it("the name of a geofence is within a circle, whose upper left is outside", () => {
    const { left, right, top, bottom } = boxIn(circle)!;
    for (const x of [left, right]) for (const y of [top, bottom]) expect(Math.hypot(x - 200, y - 200)).toBeLessThan(60);
  });

  it("the name of a geofence moves off a marker, and then stays there", () => {
    const boxes = occupiedBoxes();
    boxes.occupy(boxAround(110, 110, 26, 26));
    const spot = fenceNameSpot({ ...naming, corners: square, isFree: boxes.isFree })!;
    expect(boxes.isFree(fenceNameBox({ ...naming, corners: square }, spot))).toBe(true);
    expect(fenceNameSpot({ ...naming, corners: square, before: spot })).toEqual(spot);
  });

  it("the name of a geofence is below its outline where it does not fit inside, or above, and stays there", () => {
    const wide = { ...naming, corners: square, nameWidthPx: 220 };
    const below = fenceNameSpot(wide)!;
    expect(fenceNameBox(wide, below)).toEqual({ left: 90, top: 204, right: 310, bottom: 218 });
    const isFree = ({ top }: Box): boolean => top < 200;
    const above = fenceNameSpot({ ...wide, isFree })!;
    expect(fenceNameBox(wide, above)).toEqual({ left: 90, top: 82, right: 310, bottom: 96 });
    expect(fenceNameSpot({ ...wide, before: above })).toEqual(above);
  });

  it("the name of a geofence is left out where it is too small, and where markers are everywhere", () => {
    expect(boxIn(square, { nameWidthPx: 260 })).toBeNull();
    expect(boxIn(square, { isFree: () => false })).toBeNull();
  });
});

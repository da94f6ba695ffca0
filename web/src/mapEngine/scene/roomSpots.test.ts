import { describe, expect, it } from "vitest";
import { boxAround, occupiedBoxes } from "./boxes.ts";
import { nameBox, nameSpot } from "./roomSpots.ts";

const room = { x: 100, y: 100, roomWidthPx: 120, roomHeightPx: 100, nameWidthPx: 60, before: undefined };

function without(...taken: { x: number; y: number; px: number }[]): ReturnType<typeof occupiedBoxes>["isFree"] {
  const boxes = occupiedBoxes();
  for (const { x, y, px } of taken) boxes.occupy(boxAround(x, y, px, px));
  return boxes.isFree;
}

describe("the name of a room", () => {
  it("the name of a room is in the middle of its room where nothing else is", () => {
    expect(nameSpot({ ...room, isFree: without() })).toEqual({ dx: 0, dy: 0 });
  });

  it("the name of a room moves off a marker, within its room", () => {
    const isFree = without({ x: 100, y: 100, px: 38 });
    const spot = nameSpot({ ...room, isFree });
    expect(spot).not.toBeNull();
    expect(isFree(nameBox(room, spot!))).toBe(true);
    expect(Math.abs(spot!.dy)).toBeLessThanOrEqual(42);
  });

  it("the name of a room stays where it moved to, even when the middle is free again", () => {
    const before = { dx: 0, dy: 22 };
    expect(nameSpot({ ...room, before, isFree: without() })).toEqual(before);
  });

  it("the name of a room is left out where markers fill the room, and where it does not fit", () => {
    expect(nameSpot({ ...room, isFree: without({ x: 100, y: 100, px: 200 }) })).toBeNull();
    expect(nameSpot({ ...room, roomWidthPx: 50, isFree: without() })).toBeNull();
  });
});

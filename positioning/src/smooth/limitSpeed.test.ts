import { describe, expect, it } from "vitest";
import { limitSpeed } from "./limitSpeed.ts";
import { layFloorGrid } from "../model/floorGrid.ts";
import { aSquareFloor } from "../engine/testSite.ts";

describe("the shown place", () => {
  const ground = { id: "0", grid: layFloorGrid(aSquareFloor("0", 50).outline) };
  const last = { x: 10, y: 10, floor: "0", atMs: 1000 };

  it("the shown place moves towards where the tracker seems to be, no faster than anything moves indoors", () => {
    const place = limitSpeed(last, ground, { x: 40, y: 10 }, 1500);
    expect(place).toEqual({ x: 13, y: 10 });
    expect(limitSpeed({ ...last, ...place, atMs: 1500 }, ground, { x: 40, y: 10 }, 6000)).toEqual({ x: 40, y: 10 });
  });

  it("the shown place jumps when the tracker is first found, changes floor, or a clock was set back", () => {
    const there = { x: 40, y: 10 };
    expect(limitSpeed(null, ground, there, 1500)).toBe(there);
    expect(limitSpeed(last, { ...ground, id: "1" }, there, 1500)).toBe(there);
    expect(limitSpeed(last, ground, there, 500)).toBe(there);
  });
});

import { describe, expect, it } from "vitest";
import { keepPace } from "./keepPace.ts";

describe("the shown place", () => {
  const last = { x: 10, y: 10, floor: "0", atMs: 1000 };

  it("goes on to where the tag seems to be, no faster than anything goes indoors", () => {
    const place = keepPace(last, "0", { x: 40, y: 10 }, 1500);
    expect(place).toEqual({ x: 13, y: 10 });
    expect(keepPace({ ...last, ...place, atMs: 1500 }, "0", { x: 40, y: 10 }, 6000)).toEqual({ x: 40, y: 10 });
  });

  it("is at once where the tag is found for the first time, on another floor, or after a clock was set back", () => {
    const there = { x: 40, y: 10 };
    expect(keepPace(null, "0", there, 1500)).toBe(there);
    expect(keepPace(last, "1", there, 1500)).toBe(there);
    expect(keepPace(last, "0", there, 500)).toBe(there);
  });
});

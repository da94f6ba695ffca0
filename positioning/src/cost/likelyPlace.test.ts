import { describe, expect, it } from "vitest";
import { moveToLikely, newBlockMass } from "./likelyPlace.ts";

/** Puts probability at places and states one place for it, starting from their mean. */
function stated(places: readonly { x: number; y: number; p: number }[]): { x: number; y: number } {
  const blocks = newBlockMass(places.length);
  const place = { x: 0, y: 0 };
  const total = places.reduce((sum, { p }) => sum + p, 0);
  places.forEach(({ x, y, p }, i) => {
    blocks.mass[i] = p;
    blocks.x[i] = p * x;
    blocks.y[i] = p * y;
    place.x += (p * x) / total;
    place.y += (p * y) / total;
  });
  moveToLikely(blocks, places.length, total, place);
  return place;
}

describe("the place stated for a posterior", () => {
  it("the place stated for a posterior is the likelier of two places, not the middle where the tracker cannot be", () => {
    const place = stated([
      { x: 0, y: 0, p: 0.6 },
      { x: 20, y: 0, p: 0.4 },
    ]);
    expect(Math.hypot(place.x, place.y)).toBeLessThan(2);
  });

  it("the place stated for a posterior is the mean where all probability is close together", () => {
    const place = stated([
      { x: 4, y: 5, p: 0.3 },
      { x: 5, y: 5, p: 0.4 },
      { x: 6, y: 6, p: 0.3 },
    ]);
    expect(place.x).toBeCloseTo(5, 1);
    expect(place.y).toBeCloseTo(5.3, 1);
  });

  it("the place stated for a posterior is midway between two equally likely places", () => {
    const place = stated([
      { x: -10, y: 0, p: 0.5 },
      { x: 10, y: 0, p: 0.5 },
    ]);
    expect(place).toEqual({ x: 0, y: 0 });
  });
});

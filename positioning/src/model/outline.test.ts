import { describe, expect, it } from "vitest";
import { fadeCost, guessOutline } from "./outline.ts";

const spots = (...places: [number, number][]) => places.map(([x, y]) => ({ x, y }));

describe("the outline of a floor that nobody has drawn", () => {
  it("the outline of an undrawn floor ends soon beyond gateways along an edge, later beyond a single outermost one", () => {
    // Two along the left, one farthest right.
    const { likely, fades } = guessOutline(spots([0, 2], [0.4, 14], [12, 0], [12, 8], [20, 15]));
    expect(likely).toEqual({ minX: 0, minY: 0, maxX: 20, maxY: 15 });
    expect(fades.minX.kind).toBe("wall");
    expect(fades.maxX.kind).toBe("free");
    expect(fadeCost(fades.minX, 3)).toBeGreaterThan(fadeCost(fades.maxX, 3));
  });

  it("the outline of an undrawn floor leaves inside places as likely, and outside ones less so the farther out", () => {
    const { fades } = guessOutline(spots([0, 0], [0, 10], [10, 0], [17, 10]));
    for (const fade of Object.values(fades)) {
      expect(fadeCost(fade, -1)).toBe(0);
      for (let m = 0; m < 10; m++) expect(fadeCost(fade, m + 1)).toBeGreaterThan(fadeCost(fade, m));
    }
  });

  it("the outline of an undrawn floor extends to the sides of gateways in a line or at one point", () => {
    const { outline } = guessOutline(spots([0, 5], [20, 5]));
    expect(Math.max(...outline.map(({ y }) => y))).toBeGreaterThan(15);
    expect(guessOutline(spots([3, 3])).outline).toHaveLength(4);
  });
});

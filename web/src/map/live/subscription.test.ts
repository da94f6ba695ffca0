import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bounds } from "../../mapEngine/bounds.ts";
import { type Viewport, subscriptionFor, wholeUpTo } from "./subscription.ts";

const hall: Bounds = { north: 51.01, east: 7.01, south: 51, west: 7 };
const looked = (given: Partial<Viewport> = {}): Viewport => ({
  total: wholeUpTo + 1,
  floorIds: ["ground"],
  bounds: () => hall,
  assetIds: [],
  ...given,
});
const moved = ({ north, east, south, west }: Bounds, by: number): Bounds => ({
  north: north + by,
  east: east + by,
  south: south + by,
  west: west + by,
});

describe("the watched part of a site", () => {
  it("the watched part of a site is everything where the site is small, and when it has become small", () => {
    const told = subscriptionFor(looked(), null);
    expect(told).not.toBeNull();
    expect(subscriptionFor(looked({ total: wholeUpTo }), told)).toBeNull();
  });

  it("the watched part of a site stays while the view moves within it, and follows a view that leaves it", () => {
    const told = subscriptionFor(looked(), null);
    expect(subscriptionFor(looked({ bounds: () => moved(hall, 0.004) }), told)).toBe(told);
    const next = subscriptionFor(looked({ bounds: () => moved(hall, 0.006) }), told);
    expect(next?.box?.northWest.lat).toBeCloseTo(51.021, 9);
  });

  it("the watched part of a site changes with a zoom to a small part, another floor or another asset", () => {
    const told = subscriptionFor(looked(), null);
    const near = { north: 51.004, east: 7.004, south: 51.003, west: 7.003 };
    expect(subscriptionFor(looked({ bounds: () => near }), told)).not.toBe(told);
    expect(subscriptionFor(looked({ floorIds: ["upper"] }), told)?.floorIds).toEqual(["upper"]);
    expect(subscriptionFor(looked({ assetIds: ["a"] }), told)?.assetIds).toEqual(["a"]);
    // The order in which floors were chosen does not matter.
    const both = subscriptionFor(looked({ floorIds: ["a", "b"] }), null);
    expect(subscriptionFor(looked({ floorIds: ["b", "a"] }), both)).toBe(both);
  });

  it("the watched part of a site covers every floor where the site has no plans", () => {
    const told = subscriptionFor(looked({ floorIds: [] }), null);
    expect(told?.floorIds).toBeNull();
    expect(subscriptionFor(looked({ floorIds: [] }), told)).toBe(told);
  });

  it("the watched part of a site is the whole floor without a map, and across the 180th meridian", () => {
    expect(subscriptionFor(looked({ bounds: () => null }), null)).toEqual({
      floorIds: ["ground"],
      box: null,
      assetIds: [],
    });
    const date = { north: 1, east: 180.5, south: 0, west: 179.5 };
    const told = subscriptionFor(looked({ bounds: () => date }), null);
    expect(told?.box).toBeNull();
    // And it is not sent again and again.
    expect(subscriptionFor(looked({ bounds: () => date }), told)).toBe(told);
  });

  it("the watched part of a site always contains the current view, whatever was watched before", () => {
    const bounds = fc
      .tuple(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        fc.double({ min: 1e-5, max: 4, noNaN: true }),
      )
      .map(([south, west, size]): Bounds => ({ south, west, north: south + size, east: west + size }));
    fc.assert(
      fc.property(fc.array(bounds, { minLength: 1, maxLength: 5 }), (views) => {
        let told: ReturnType<typeof subscriptionFor> = null;
        for (const view of views) told = subscriptionFor(looked({ bounds: () => view }), told);
        const seen = views.at(-1)!;
        expect(told?.box?.northWest.lat).toBeGreaterThanOrEqual(seen.north);
        expect(told?.box?.southEast.lat).toBeLessThanOrEqual(seen.south);
        expect(told?.box?.northWest.lon).toBeLessThanOrEqual(seen.west);
        expect(told?.box?.southEast.lon).toBeGreaterThanOrEqual(seen.east);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bounds } from "../../mapEngine/camera/bounds.ts";
import { type Viewport, subscriptionFor, wholeUpTo } from "./subscription.ts";

const hall: Bounds = { north: 51.01, east: 7.01, south: 51, west: 7 };
const viewport = (given: Partial<Viewport> = {}): Viewport => ({
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
    const subscription = subscriptionFor(viewport(), null);
    expect(subscription).not.toBeNull();
    expect(subscriptionFor(viewport({ total: wholeUpTo }), subscription)).toBeNull();
  });

  it("the watched part of a site stays while the view moves within it, and follows a view that leaves it", () => {
    const subscription = subscriptionFor(viewport(), null);
    expect(subscriptionFor(viewport({ bounds: () => moved(hall, 0.004) }), subscription)).toBe(subscription);
    const next = subscriptionFor(viewport({ bounds: () => moved(hall, 0.006) }), subscription);
    expect(next?.box?.northWest.lat).toBeCloseTo(51.021, 9);
  });

  it("the watched part of a site changes with a zoom to a small part, another floor or another asset", () => {
    const subscription = subscriptionFor(viewport(), null);
    const near = { north: 51.004, east: 7.004, south: 51.003, west: 7.003 };
    expect(subscriptionFor(viewport({ bounds: () => near }), subscription)).not.toBe(subscription);
    expect(subscriptionFor(viewport({ floorIds: ["upper"] }), subscription)?.floorIds).toEqual(["upper"]);
    expect(subscriptionFor(viewport({ assetIds: ["a"] }), subscription)?.assetIds).toEqual(["a"]);
    // The order in which floors were chosen does not matter.
    const both = subscriptionFor(viewport({ floorIds: ["a", "b"] }), null);
    expect(subscriptionFor(viewport({ floorIds: ["b", "a"] }), both)).toBe(both);
  });

  it("the watched part of a site covers every floor where the site has no plans", () => {
    const subscription = subscriptionFor(viewport({ floorIds: [] }), null);
    expect(subscription?.floorIds).toBeNull();
    expect(subscriptionFor(viewport({ floorIds: [] }), subscription)).toBe(subscription);
  });

  it("the watched part of a site is the whole floor without a map, and across the 180th meridian", () => {
    expect(subscriptionFor(viewport({ bounds: () => null }), null)).toEqual({
      floorIds: ["ground"],
      box: null,
      assetIds: [],
    });
    const date = { north: 1, east: 180.5, south: 0, west: 179.5 };
    const subscription = subscriptionFor(viewport({ bounds: () => date }), null);
    expect(subscription?.box).toBeNull();
    // And it is not sent again and again.
    expect(subscriptionFor(viewport({ bounds: () => date }), subscription)).toBe(subscription);
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
        let subscription: ReturnType<typeof subscriptionFor> = null;
        for (const view of views) subscription = subscriptionFor(viewport({ bounds: () => view }), subscription);
        const seen = views.at(-1)!;
        expect(subscription?.box?.northWest.lat).toBeGreaterThanOrEqual(seen.north);
        expect(subscription?.box?.southEast.lat).toBeLessThanOrEqual(seen.south);
        expect(subscription?.box?.northWest.lon).toBeLessThanOrEqual(seen.west);
        expect(subscription?.box?.southEast.lon).toBeGreaterThanOrEqual(seen.east);
      }),
    );
  });
});

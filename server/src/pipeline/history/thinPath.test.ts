import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { thinPath } from "./thinPath.ts";

const point = fc.record({
  lat: fc.double({ min: 59, max: 59.01, noNaN: true }),
  lon: fc.double({ min: 18, max: 18.01, noNaN: true }),
  floor_id: fc.constantFrom("ground", "first"),
});

describe("a thinned path", () => {
  it("a thinned path keeps its ends and its order, and has the requested size", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 200 }), fc.integer({ min: 2, max: 50 }), (path, most) => {
        const thin = thinPath(path, most);
        expect(thin).toHaveLength(Math.min(path.length, most));
        expect(thin[0]).toBe(path[0]);
        expect(thin.at(-1)).toBe(path.at(-1));
        const places = thin.map((kept) => path.indexOf(kept));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it("a thinned path drops points on straight legs before corners", () => {
    const at = (x: number, y: number) => ({ lat: 59 + y * 1e-5, lon: 18 + x * 1e-5, floor_id: "ground" });
    const corners = [at(0, 0), at(50, 0), at(50, 30), at(0, 30)];
    const legs = corners.slice(1).flatMap((to, leg) =>
      Array.from({ length: 10 }, (_, step) => {
        const from = corners[leg]!;
        const share = (step + 1) / 10;
        return {
          lat: from.lat + (to.lat - from.lat) * share,
          lon: from.lon + (to.lon - from.lon) * share,
          floor_id: "ground",
        };
      }),
    );
    expect(thinPath([corners[0]!, ...legs], 4).map(({ lat, lon }) => [lat.toFixed(5), lon.toFixed(5)])).toEqual(
      corners.map(({ lat, lon }) => [lat.toFixed(5), lon.toFixed(5)]),
    );
  });

  it("a thinned path keeps a ride in a lift, although it changes no coordinates", () => {
    const standing = (floor: string) => ({ lat: 59, lon: 18, floor_id: floor });
    const wide = [0, 1, 2, 3, 4, 5].map((step) => ({
      lat: 59.001 + (step % 2) * 1e-3,
      lon: 18 + step * 1e-3,
      floor_id: "ground",
    }));
    const path = [...wide, standing("ground"), standing("first"), standing("first"), standing("ground"), ...wide];
    expect(thinPath(path, 8).some((kept) => kept.floor_id === "first")).toBe(true);
  });
});

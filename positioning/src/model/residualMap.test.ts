import { describe, expect, it } from "vitest";
import { fitMapShape, residualMap } from "./residualMap.ts";
import { testNoise } from "./testNoise.ts";

const shape = { lengthM: 3.5, sdDb: 2.5, nuggetSdDb: 1 };

describe("a gateway's map", () => {
  it("a gateway's map is never surer of a place than it differs between visits, however many points it has", () => {
    const many = Array.from({ length: 30 }, (_, i) => i);
    const map = residualMap(
      {
        x: many.map((i) => 5 + 0.01 * i),
        y: many.map(() => 5),
        residualDb: many.map(() => 4),
        noiseDb2: many.map(() => 0.1),
      },
      shape,
    )!;
    expect(map.mean(5.15, 5)).toBeCloseTo(4, 0);
    expect(Math.sqrt(map.variance(5.15, 5))).toBeGreaterThan(1.6);
    expect(Math.sqrt(map.variance(5.15, 5))).toBeLessThan(2);
    expect(Math.sqrt(map.variance(40, 40))).toBeCloseTo(Math.sqrt(2.5 ** 2 + 1 + 1.6 ** 2), 1);
  });

  it("a gateway's map learns how much neighbouring places differ, however much that is", () => {
    const noise = testNoise(7);
    const gateways = Array.from({ length: 6 }, () => {
      const places = Array.from({ length: 80 }, () => ({ x: 20 * noise.next(), y: 20 * noise.next() }));
      return {
        x: places.map(({ x }) => x),
        y: places.map(({ y }) => y),
        residualDb: places.map(() => 5.5 * noise.normal()),
        noiseDb2: places.map(() => 0.5),
      };
    });
    expect(fitMapShape(gateways).nuggetSdDb).toBeGreaterThanOrEqual(4);
  });
});

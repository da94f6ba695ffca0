import { describe, expect, it } from "vitest";
import { residualMap } from "./residualMap.ts";

const shape = { lengthM: 3.5, sdDb: 2.5, nuggetSdDb: 1 };

describe("a gateway's map", () => {
  it("does not know a place better for many points than it differs between visits", () => {
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
});

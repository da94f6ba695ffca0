import { describe, expect, it } from "vitest";
import { type MeasuredFigures, measuredFigures, MEASURINGS, type Often } from "./rangesAndAngles.ts";

const figuresOf = (name: string, often: Often): MeasuredFigures =>
  measuredFigures(
    MEASURINGS.find((measuring) => measuring.name === name)!,
    [3151, 3152],
    often,
  );

// Limits about two fifths above what these seeds give.
describe.each<[name: string, often: Often, limits: Pick<MeasuredFigures, "medianM" | "p90M" | "radiusM">]>([
  ["3 gateways, ranges ± 0.3 m", "once", { medianM: 0.45, p90M: 0.85, radiusM: 1.8 }],
  ["6 gateways, ranges ± 1 m, one in ten 3 m too far", "once", { medianM: 1.05, p90M: 2, radiusM: 2.1 }],
  ["3 gateways, angles ± 5°", "once", { medianM: 2.4, p90M: 4.5, radiusM: 4.3 }],
  ["1 gateway, range ± 0.3 m and angle ± 5°", "once", { medianM: 1.5, p90M: 4.2, radiusM: 4.8 }],
  ["6 gateways, ranges ± 0.3 m, and RSSI", "each second", { medianM: 0.35, p90M: 0.55, radiusM: 1.6 }],
  ["3 gateways, angles ± 5°, and RSSI", "each second", { medianM: 1, p90M: 1.8, radiusM: 2.6 }],
])("%s, measured %s", (name, often, limits) => {
  it("put tags near their true places and within the stated circles", () => {
    const { fixes, medianM, p90M, within68, within95, radiusM } = figuresOf(name, often);
    expect(fixes).toBe(120);
    expect(medianM).toBeLessThan(limits.medianM);
    expect(p90M).toBeLessThan(limits.p90M);
    expect(radiusM).toBeLessThan(limits.radiusM);
    expect(within68).toBeGreaterThan(0.55);
    expect(within95).toBeGreaterThan(0.88);
  });
});

it("ranges of three gateways divide the error of RSSI by more than five, echoes included by more than three", () => {
  const alone = figuresOf("3 gateways, RSSI alone", "once");
  expect(5 * figuresOf("3 gateways, ranges ± 0.3 m, and RSSI", "once").medianM).toBeLessThan(alone.medianM);
  const echoing = figuresOf("3 gateways, ranges ± 1 m, one in ten 3 m too far, and RSSI", "once");
  expect(3 * echoing.medianM).toBeLessThan(alone.medianM);
});

import { describe, expect, it } from "vitest";
import { type MeasuredFigures, measuredFigures, MEASURINGS, type Often } from "./rangesAndAngles.ts";

const figuresOf = (name: string, often: Often): MeasuredFigures =>
  measuredFigures(
    MEASURINGS.find((measuring) => measuring.name === name)!,
    [3151, 3152],
    often,
  );

// Limits about a fifth above what these seeds give.
describe.each<[name: string, often: Often, limits: Pick<MeasuredFigures, "medianM" | "p90M" | "radiusM">]>([
  ["3 gateways, ranges ± 0.3 m", "once", { medianM: 0.38, p90M: 0.7, radiusM: 0.52 }],
  ["6 gateways, ranges ± 1 m, one in ten 3 m too far", "once", { medianM: 0.9, p90M: 1.8, radiusM: 1.2 }],
  ["3 gateways, angles ± 5°", "once", { medianM: 1.6, p90M: 3.8, radiusM: 2.6 }],
  ["1 gateway, range ± 0.3 m and angle ± 5°", "once", { medianM: 1.5, p90M: 4.7, radiusM: 2.6 }],
  ["6 gateways, ranges ± 0.3 m, and RSSI", "each second, half the same", { medianM: 0.18, p90M: 0.34, radiusM: 0.25 }],
  ["3 gateways, angles ± 5°, and RSSI", "each second, half the same", { medianM: 1.4, p90M: 2.7, radiusM: 1.7 }],
])("%s, measured %s", (name, often, limits) => {
  it("ranges and angles put trackers near their true places and state honest circles", () => {
    const { fixes, medianM, p90M, within68, within95, radiusM } = figuresOf(name, often);
    expect(fixes).toBe(120);
    expect(medianM).toBeLessThan(limits.medianM);
    expect(p90M).toBeLessThan(limits.p90M);
    expect(radiusM).toBeLessThan(limits.radiusM);
    expect(within68).toBeGreaterThan(0.58);
    expect(within68).toBeLessThan(0.8);
    expect(within95).toBeGreaterThan(0.9);
  });
});

it("the least error possible is nearly reached where no measurement is an echo", () => {
  const { medianM, p90M, least } = figuresOf("3 gateways, ranges ± 0.3 m", "once");
  expect(medianM).toBeLessThan(1.15 * least!.medianM);
  expect(p90M).toBeLessThan(1.15 * least!.p90M);
});

it("ranges of three gateways divide the error of RSSI by more than five, or by more than three with echoes", () => {
  const alone = figuresOf("3 gateways, RSSI alone", "once");
  expect(5 * figuresOf("3 gateways, ranges ± 0.3 m, and RSSI", "once").medianM).toBeLessThan(alone.medianM);
  const echoing = figuresOf("3 gateways, ranges ± 1 m, one in ten 3 m too far, and RSSI", "once");
  expect(3 * echoing.medianM).toBeLessThan(alone.medianM);
});

import { describe, expect, it } from "vitest";
import { gapOf, nearestPoint, partsOf, timeTicks, valueTicks } from "./scale.ts";

const at = (hour: number, minute = 0, day = 20): number => new Date(2026, 10, day, hour, minute).getTime();

describe("a chart's scale", () => {
  it("a chart's scale has round times in the viewer's time zone, and the date at midnight", () => {
    expect(timeTicks(at(21, 40), at(0, 30, 21), 8).map(({ text }) => text)).toEqual([
      "22:00",
      "22:30",
      "23:00",
      "23:30",
      "11-21",
      "00:30",
    ]);
  });

  it("a chart's scale never has more times than there is room for", () => {
    for (const days of [0.01, 0.3, 1, 7, 30, 400])
      expect(timeTicks(at(3), at(3) + days * 24 * 3_600_000, 6).length).toBeLessThanOrEqual(6);
  });

  it("a chart's scale is marked at round times only, as many as can be read", () => {
    const ticks = timeTicks(at(3) + 1, at(4), 12);
    expect(ticks).toHaveLength(6);
    expect(ticks.every(({ atMs }) => atMs % 600_000 === 0)).toBe(true);
  });

  it("a chart's scale has round values", () => {
    expect(valueTicks(-100, -30)).toEqual([-100, -80, -60, -40]);
    expect(valueTicks(0, 100)).toEqual([0, 20, 40, 60, 80, 100]);
  });
});

it("a chart's line breaks where points are missing for long", () => {
  const points = [0, 10, 20, 100, 110].map((atMs) => ({ atMs, value: 1 }));
  const gapMs = gapOf([{ name: "a", points }]);
  expect(partsOf(points, gapMs).map((part) => part.length)).toEqual([3, 2]);
});

it("a chart finds the point at a moment, and none within a gap", () => {
  const points = [0, 10, 100].map((atMs) => ({ atMs, value: atMs }));
  expect(nearestPoint(points, 12, 20)?.value).toBe(10);
  expect(nearestPoint(points, 50, 20)).toBeNull();
});

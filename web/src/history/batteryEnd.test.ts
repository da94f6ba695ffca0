import { describe, expect, it } from "vitest";
import { batteryEnd } from "./batteryEnd.ts";

const dayMs = 24 * 3_600_000;
const startMs = Date.parse("2026-10-01T00:00:00Z");
const levels = (days: number, percentAt: (day: number) => number) =>
  Array.from({ length: days + 1 }, (_, day) => ({ atMs: startMs + day * dayMs, percent: percentAt(day) }));
const dayOf = (ms: number | null): number | null => (ms === null ? null : Math.round((ms - startMs) / dayMs));

describe("the end of a battery", () => {
  it("the end of a battery is where the line through its levels reaches zero", () => {
    expect(dayOf(batteryEnd(levels(20, (day) => 90 - day)))).toBe(90);
  });

  it("the end of a battery is estimated from 14 days of levels on, and not before", () => {
    expect(batteryEnd(levels(13, (day) => 90 - day))).toBeNull();
    expect(dayOf(batteryEnd(levels(14, (day) => 90 - day)))).toBe(90);
  });

  it("the end of a battery is not affected by the rounding to whole percents", () => {
    expect(dayOf(batteryEnd(levels(40, (day) => Math.round(80 - day / 2) + (day % 2))))).toBeGreaterThan(150);
  });

  it("the end of a battery is counted from the last change of battery", () => {
    const changed = levels(40, (day) => (day < 20 ? 40 - day : 120 - day));
    expect(dayOf(batteryEnd(changed))).toBe(120);
    expect(batteryEnd(changed.slice(0, 30))).toBeNull();
  });

  it("the end of a battery is unknown where levels rise, stay the same or are missing", () => {
    expect(batteryEnd(levels(20, () => 80))).toBeNull();
    expect(batteryEnd(levels(20, (day) => 50 + day / 10))).toBeNull();
    expect(batteryEnd([])).toBeNull();
  });

  it("the end of a battery is never before the last level", () => {
    expect(dayOf(batteryEnd(levels(30, (day) => Math.max(20 - 2 * day, 1))))).toBeGreaterThanOrEqual(30);
  });
});

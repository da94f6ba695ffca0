import { describe, expect, it } from "vitest";
import { newBeaconDrift, updateBeaconDrift, offBy, type BeaconDrift } from "./beaconDrift.ts";

const OUTER_M = 5;

/** A fix every two seconds, for some minutes. Returns how often the state changed. */
function minutes(drift: BeaconDrift, count: number, offM: (fix: number) => number): number {
  const fromMs = Number.isFinite(drift.atMs) ? drift.atMs : 0;
  let news = 0;
  for (let fix = 1; fix <= count * 30; fix++)
    if (updateBeaconDrift(drift, offM(fix), OUTER_M, fromMs + fix * 2000)) news++;
  return news;
}

describe("a reference beacon", () => {
  it("a reference beacon is in place while its circles cover it, apart from one fix in twenty and a few minutes", () => {
    const drift = newBeaconDrift();
    expect(minutes(drift, 60, (fix) => (fix % 20 === 0 ? 9 : 3))).toBe(0);
    expect(minutes(drift, 5, () => 9)).toBe(0);
    expect(minutes(drift, 60, () => 3)).toBe(0);
  });

  it("a reference beacon is off once found elsewhere for ten minutes, reported once, and back when found in place", () => {
    const drift = newBeaconDrift();
    minutes(drift, 60, () => 3);
    expect(minutes(drift, 15, () => 9)).toBe(1);
    expect(drift.isOff).toBe(true);
    expect(minutes(drift, 60, () => 9)).toBe(0);
    expect(drift.offM).toBeCloseTo(9, 0);
    expect(minutes(drift, 20, () => 3)).toBe(1);
    expect(drift.isOff).toBe(false);
  });

  it("a reference beacon is off when found on another floor, without a distance", () => {
    const drift = newBeaconDrift();
    minutes(drift, 60, () => 3);
    expect(offBy(drift)).toBeCloseTo(3);
    expect(minutes(drift, 15, () => Infinity)).toBe(1);
    expect(offBy(drift)).toBeNull();
    minutes(drift, 60, () => 9);
    expect(offBy(drift)).toBeCloseTo(9, 0);
  });

  it("a reference beacon stays off over a restart until it is found in place again", () => {
    const drift = newBeaconDrift(true);
    expect(minutes(drift, 5, () => 9)).toBe(0);
    expect(minutes(drift, 30, () => 3)).toBe(1);
  });
});

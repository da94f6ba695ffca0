import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newestRun, type Rhythm, runAfter } from "./recurrence.ts";

const daily = (at: string, zone = "Europe/Berlin"): Rhythm => ({ every: "day", at, weekday: null, day: null, zone });
const runsFrom = (recurrence: Rhythm, start: string, count: number): string[] => {
  const runs: string[] = [];
  for (let at = Date.parse(start); runs.length < count;) {
    const run = runAfter(recurrence, at);
    at = run.at.getTime();
    runs.push(run.at.toISOString().slice(0, 16));
  }
  return runs;
};

describe("a report at a local hour", () => {
  test("a report at a local hour comes at that hour in summer and in winter", () => {
    expect(runsFrom(daily("06:00"), "2026-10-23T12:00Z", 3)).toEqual([
      "2026-10-24T04:00",
      "2026-10-25T05:00",
      "2026-10-26T05:00",
    ]);
  });

  test("a report comes once in the night that skips its hour, later by as much as clocks jump", () => {
    expect(runsFrom(daily("02:30"), "2026-03-28T00:00Z", 3)).toEqual([
      "2026-03-28T01:30",
      "2026-03-29T01:30",
      "2026-03-30T00:30",
    ]);
    // Clocks of Lord Howe Island jump by half an hour.
    expect(runsFrom(daily("02:15", "Australia/Lord_Howe"), "2026-10-03T00:00Z", 2)).toEqual([
      "2026-10-03T15:45",
      "2026-10-04T15:15",
    ]);
  });

  test("a report comes once in the night that has its hour twice, the first time", () => {
    expect(runsFrom(daily("02:30"), "2026-10-24T12:00Z", 2)).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
  });

  test("a report comes weekly or monthly, in a short month on the last day", () => {
    const weekly: Rhythm = { every: "week", at: "07:15", weekday: 7, day: null, zone: "UTC" };
    expect(runsFrom(weekly, "2026-11-22T07:15Z", 2)).toEqual(["2026-11-29T07:15", "2026-12-06T07:15"]);
    const monthly: Rhythm = { every: "month", at: "00:00", weekday: null, day: 31, zone: "America/New_York" };
    expect(runsFrom(monthly, "2027-01-15T00:00Z", 3)).toEqual([
      "2027-01-31T05:00",
      "2027-02-28T05:00",
      "2027-03-31T04:00",
    ]);
  });
});

test("a scheduled run covers whole days of its zone, those since the previous run", () => {
  const monthly: Rhythm = { every: "month", at: "06:00", weekday: null, day: 1, zone: "Europe/Berlin" };
  const { from, to } = runAfter(monthly, Date.parse("2026-10-15T00:00Z"));
  expect([from.toISOString(), to.toISOString()]).toEqual(["2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"]);
});

test("the newest of the missed runs is due after a pause", () => {
  const run = newestRun(daily("06:00", "UTC"), Date.parse("2026-11-01T06:00Z"), Date.parse("2026-11-20T05:59Z"));
  expect(run.at.toISOString()).toBe("2026-11-19T06:00:00.000Z");
  const alone = newestRun(daily("06:00", "UTC"), Date.parse("2026-11-01T06:00Z"), Date.parse("2026-11-01T06:00Z"));
  expect(alone.at.toISOString()).toBe("2026-11-01T06:00:00.000Z");
});

test("a daily report comes exactly once a day in its zone, however the clocks change", () => {
  const zones = ["Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"];
  const anything = fc.record({
    zone: fc.constantFrom(...zones),
    startMs: fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2035, 0) }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  });
  fc.assert(
    fc.property(anything, ({ zone, startMs, hour, minute }) => {
      const two = (value: number): string => String(value).padStart(2, "0");
      const recurrence = daily(`${two(hour)}:${two(minute)}`, zone);
      const first = runAfter(recurrence, startMs);
      const second = runAfter(recurrence, first.at.getTime());
      const hours = (second.at.getTime() - first.at.getTime()) / 3600_000;
      expect(first.at.getTime()).toBeGreaterThan(startMs);
      expect(hours).toBeGreaterThanOrEqual(22);
      expect(hours).toBeLessThanOrEqual(26);
      expect(second.from.getTime()).toBe(first.to.getTime());
    }),
    { numRuns: Number(process.env["PULSE_PROPERTY_RUNS"] || 100) },
  );
});

import { describe, expect, it } from "vitest";
import { hasStart, isTurned, timesOf } from "./span.ts";

const nowMs = Date.parse("2026-11-20T10:00:42.123Z");

describe("a range of dates", () => {
  it("a range of dates can be a span up to now, starting at a full minute", () => {
    expect(timesOf({ span: "week" }, nowMs)).toEqual({
      startTimeUtc: "2026-11-13T10:00:00.000Z",
      endTimeUtc: undefined,
    });
  });

  it("a range of dates covers whole days at both ends, in the viewer's zone", () => {
    expect(timesOf({ from: "2026-11-19", to: "2026-11-20" }, nowMs)).toEqual({
      startTimeUtc: new Date(2026, 10, 19).toISOString(),
      endTimeUtc: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString(),
    });
  });

  it("a range of dates covers whole minutes at both ends, and may be one minute", () => {
    const words = { from: "2026-11-20T14:05", to: "2026-11-20T14:05" };
    expect(timesOf(words, nowMs)).toEqual({
      startTimeUtc: new Date(2026, 10, 20, 14, 5).toISOString(),
      endTimeUtc: new Date(2026, 10, 20, 14, 5, 59, 999).toISOString(),
    });
    expect(isTurned(words)).toBe(false);
  });

  it.each(["yesterday", "2026-13-01", "2026-11-20T25:00", "2026-11-20T14:05:00Z", ""])(
    "a range of dates ignores %j",
    (from) => {
      expect(timesOf({ from }, nowMs).startTimeUtc).toBeUndefined();
      expect(hasStart({ from })).toBe(false);
    },
  );

  it("a range of dates is reversed if it starts after its end, and never if an end is open", () => {
    expect(isTurned({ from: "2026-11-20", to: "2026-11-19" })).toBe(true);
    expect(isTurned({ from: "2026-11-20" })).toBe(false);
    expect(isTurned({ to: "2026-11-20" })).toBe(false);
  });
});

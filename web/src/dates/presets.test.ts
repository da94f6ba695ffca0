import { expect, it } from "vitest";
import { type Preset, presetDates, presets } from "./presets.ts";

it("named periods are calendar days that end now, or when they were over", () => {
  const now = new Date(2026, 2, 3, 14, 5, 59);
  const datesOf = (preset: Preset): string[] => {
    const { from, to } = presetDates(preset, now);
    return [from, to];
  };
  expect(presets.map(datesOf)).toEqual([
    ["2026-03-03T00:00", "2026-03-03T14:05"],
    ["2026-03-02T00:00", "2026-03-02T23:59"],
    ["2026-02-25T00:00", "2026-03-03T14:05"],
    ["2026-03-01T00:00", "2026-03-03T14:05"],
  ]);
});

it("yesterday of the first of January is in the year before", () => {
  expect(presetDates("yesterday", new Date(2027, 0, 1, 0, 0))).toEqual({
    from: "2026-12-31T00:00",
    to: "2026-12-31T23:59",
  });
});

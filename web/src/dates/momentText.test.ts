import { expect, it } from "vitest";
import { momentIn } from "./useMomentText.ts";

it.each([
  ["2026-11-20 14:05", "minute", "2026-11-20T14:05"],
  [" 2026-11-20T14:05 ", "minute", "2026-11-20T14:05"],
  ["2026-11-20", "day", "2026-11-20"],
] as const)("the text %j is read as a %s", (typed, kind, moment) => {
  expect(momentIn(typed, kind)).toBe(moment);
});

it.each([
  ["2026-11-20", "minute"],
  ["11/20/2026, 2:05 PM", "minute"],
  ["2026-13-20 14:05", "minute"],
  ["20.11.2026", "day"],
  ["", "day"],
] as const)("the text %j is no %s", (typed, kind) => {
  expect(momentIn(typed, kind)).toBeNull();
});

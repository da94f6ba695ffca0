import type { LocationUpdate } from "@pulse/contract/live";
import { expect, test } from "vitest";
import { newestShown } from "./newestShown.ts";

const at = (trackerId: string, second: number): LocationUpdate =>
  ({ trackerId, lastUpdated: new Date(second * 1000).toISOString() }) as LocationUpdate;

test("a tracker's position is shown once, and none that is older than the one before", () => {
  const isNew = newestShown(() => 0);
  expect([isNew(at("a", 5)), isNew(at("a", 5)), isNew(at("a", 4)), isNew(at("a", 6))]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(isNew(at("b", 4))).toBe(true);
});

test("trackers that have been silent for minutes are forgotten, and others are not", () => {
  let minutes = 0;
  const isNew = newestShown(() => minutes * 60_000);
  isNew(at("silent", 5));
  isNew(at("heard", 5));
  minutes = 6;
  expect([isNew(at("heard", 5)), isNew(at("heard", 6))]).toEqual([false, true]);
  minutes = 12;
  expect([isNew(at("heard", 6)), isNew(at("silent", 5))]).toEqual([false, true]);
});

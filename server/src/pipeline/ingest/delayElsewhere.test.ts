import { expect, test } from "vitest";
import { inProcessBus } from "../../platform/bus/inProcessBus.ts";
import { delayElsewhere } from "./delayElsewhere.ts";

test("the slowest partition of other processes counts, and one that is silent falls behind until somebody works on it", () => {
  let nowMs = 0;
  const bus = inProcessBus({ now: () => nowMs, problem: () => undefined });
  const delay = delayElsewhere({ bus, partitions: [1, 2, 3], monotonicMs: () => nowMs });
  const none = (): boolean => false;
  const report = (partition: number, behindMs: number): void =>
    bus.publish("partitionDelays", { partitions: [{ partition, behindMs, workBehindMs: 2 * behindMs }] });
  expect(delay.of("behindMs", none)).toBe(0);
  nowMs = 1_000;
  report(1, 200);
  report(2, 700);
  expect([delay.of("behindMs", none), delay.of("workBehindMs", none)]).toEqual([700, 1_400]);
  expect(delay.of("behindMs", (partition) => partition === 2)).toBe(200);
  // The third partition has had nobody since the start.
  nowMs = 3_500;
  expect(delay.of("behindMs", none)).toBe(3_500);
  expect(delay.of("behindMs", (partition) => partition === 3)).toBe(700);
  report(3, 0);
  report(1, 100);
  report(2, 50);
  expect(delay.of("behindMs", none)).toBe(100);
});

test("the share of a divided site counts once it is known, and no longer when the site is gone", () => {
  let nowMs = 0;
  const bus = inProcessBus({ now: () => nowMs, problem: () => undefined });
  const delay = delayElsewhere({ bus, partitions: [1], monotonicMs: () => nowMs });
  delay.expect([17]);
  nowMs = 5_000;
  const isFirst = (partition: number): boolean => partition === 1;
  expect(delay.of("behindMs", isFirst)).toBe(5_000);
  bus.publish("partitionDelays", { partitions: [{ partition: 17, behindMs: 300, workBehindMs: 300 }] });
  expect(delay.of("behindMs", isFirst)).toBe(300);
  delay.expect([]);
  expect(delay.of("behindMs", isFirst)).toBe(0);
});

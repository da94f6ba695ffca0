import { expect, test } from "vitest";
import { telemetryLog } from "./telemetryLog.ts";

const minute = 60_000;

test("the telemetry log keeps steady values once an hour, changed ones after five minutes, and button presses at once", () => {
  const log = telemetryLog();
  for (let second = 0; second < 10 * 60; second++) log.add("t", second * 1000, { temperature: 20 + (second % 2) / 10 });
  expect(log.take()).toEqual([{ trackerId: "t", atMs: 0, temperature: 20 }]);
  log.add("t", 10 * minute, { temperature: 25 });
  log.add("t", 11 * minute, { temperature: 30 });
  expect(log.take()).toMatchObject([{ atMs: 10 * minute, temperature: 25 }]);
  log.add("t", 12 * minute, { button: "press" });
  log.add("t", 12 * minute + 500, { button: "press" });
  expect(log.take()).toMatchObject([{ atMs: 12 * minute, button: "press", temperature: 30 }]);
  log.add("t", 13 * minute, {});
  log.add("t", 73 * minute, { temperature: 30 });
  expect(log.take()).toMatchObject([{ atMs: 73 * minute }]);
});

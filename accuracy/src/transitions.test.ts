import { expect, test } from "vitest";
import { quantile } from "@pulse/cli/locate/evaluate";
import { transitions, playTransition } from "./transitions.ts";

const runsOf = (name: string) =>
  Array.from({ length: 24 }, (_, nth) =>
    playTransition(
      transitions.find((each) => each.name === name)!,
      3301 + nth,
    ),
  );
const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

test("a still tracker is seldom reported as moving when people step between it and its gateways", () => {
  const runs = runsOf("office with bodies");
  const falseOnes = runs.reduce((sum, run) => sum + run.falseOnes, 0);
  expect(falseOnes / runs.reduce((sum, run) => sum + run.still, 0)).toBeLessThan(0.2);
  expect(median(runs.map(({ startS }) => startS))).toBeLessThanOrEqual(4);
});

test("the start of a walk is detected within 5 s, and its end within 12 s", () => {
  const runs = runsOf("walks, 2 packets a second");
  expect(median(runs.map(({ startS }) => startS))).toBeLessThanOrEqual(5);
  expect(median(runs.map(({ stopS }) => stopS))).toBeLessThanOrEqual(12);
});

test.each(["walks, 2 packets a second", "10 packets a second", "office with bodies"])(
  "somebody who walks on is hardly ever reported as standing: %s",
  (name) => {
    const runs = runsOf(name);
    const halted = runs.reduce((sum, run) => sum + run.stopsDetected, 0);
    expect(halted / runs.reduce((sum, run) => sum + run.walking, 0)).toBeLessThan(0.05);
  },
);

test("a badge that flags each third packet is reported as walking within 4 s, and as standing within 12 s", () => {
  const runs = runsOf("badge that flags each third packet");
  expect(median(runs.map(({ startS }) => startS))).toBeLessThanOrEqual(4);
  expect(median(runs.map(({ stopS }) => stopS))).toBeLessThanOrEqual(12);
  const falseOnes = runs.reduce((sum, run) => sum + run.falseOnes, 0);
  expect(falseOnes / runs.reduce((sum, run) => sum + run.still, 0)).toBeLessThan(0.05);
});

import { describe, expect, it } from "vitest";
import type { Fix } from "@pulse/positioning/fix/fix";
import { honestyRows, newTally, scorer } from "./roomFigures.ts";

/** A fix that names ward 1 with a probability. */
const fix = (probability: number, moving: boolean): Fix => ({
  atMs: 0,
  x: 0,
  y: 0,
  floor: "0",
  elevationM: 1.2,
  accuracyM: 2,
  accuracyOuterM: 4,
  mechanism: "TRILATERATED",
  moving,
  nearest: null,
  shown: true,
  floorUncertain: false,
  gatewaysHeard: 4,
  room: { id: "ward 1", probability },
  raw: { x: 0, y: 0, atMs: 0, varianceM2: 1 },
});

describe("how honest the probabilities of rooms are", () => {
  it("the honesty of rooms' probabilities is counted by probability, and separately for moving trackers", () => {
    const tallies = { walking: newTally(), "at rest": newTally() };
    const score = scorer(tallies);
    const truth = { floor: "0", x: 0, y: 0 };
    for (let i = 0; i < 100; i++) {
      const located = { mac: "a", atMs: 500 * i, cpuUs: 1, truth, walks: true };
      score({ ...located, fix: fix(0.75, true) }, i < 70 ? "ward 1" : null);
      score({ ...located, fix: fix(1, false) }, i < 90 ? "ward 1" : "ward 2");
    }
    expect(honestyRows(tallies).slice(0, 5)).toEqual([
      "| taken for moving | 100 | 75.0 / 70.0 | – – – – – – – 70 – – |",
      "| taken for not moving | 100 | 100.0 / 90.0 | – – – – – – – – – 90 |",
      "| walking, taken for moving | 100 | 75.0 / 70.0 | – – – – – – – 70 – – |",
      "| walking, taken for not moving | 100 | 100.0 / 90.0 | – – – – – – – – – 90 |",
      "| walking | 200 | 87.5 / 80.0 | – – – – – – – 70 – 90 |",
    ]);
  });
});

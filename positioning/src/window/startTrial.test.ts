import { expect, test } from "vitest";
import { newDifferences } from "./compareWindows.ts";
import { setMoving, newMotion } from "./motionState.ts";
import { startTrial } from "./startTrial.ts";

/** A tag known to stand, and a question about it second by second. */
function standing() {
  const motion = newMotion();
  setMoving(motion, false, 0);
  const ask = (second: number, score: number, moves = false): boolean => {
    const quick = { ...newDifferences(), score, varianceDb2: 4 };
    startTrial(motion, { quick, slow: newDifferences(), moves }, second * 1000, 3000);
    return motion.moving;
  };
  return { motion, ask };
}

test("a likely start of movement counts at once, and permanently once it is certain", () => {
  const { motion, ask } = standing();
  expect(ask(1, 0.2)).toBe(false);
  expect(ask(2, 1)).toBe(true);
  expect(motion.trialMs).toBe(2000);
  expect(ask(4, 5)).toBe(true);
  expect(motion.trialMs).toBeNull();
  expect(ask(9, 1)).toBe(true);
});

test("a start of movement that is not confirmed within seconds ends, and is not tried again", () => {
  const { ask } = standing();
  expect([2, 3, 4].map((second) => ask(second, 1))).toEqual([true, true, true]);
  expect(ask(5, 1)).toBe(false);
  expect(ask(6, 1)).toBe(false);
  expect(ask(20, 1)).toBe(false);
});

test("a start after a failed trial counts again once the change has gone, is certain, or after a while", () => {
  const failed = () => {
    const { ask } = standing();
    for (const second of [2, 3, 4, 5]) ask(second, 1);
    return ask;
  };
  const gone = failed();
  expect(gone(7, -1)).toBe(false);
  expect(gone(8, 1)).toBe(true);
  expect(failed()(7, 5)).toBe(true);
  expect(failed()(7, 1, true)).toBe(true);
  expect(failed()(26, 1)).toBe(true);
});

test("gateways that agree on movement keep a trial of its start going", () => {
  const { ask } = standing();
  expect(ask(2, -1, true)).toBe(true);
  expect(ask(9, -1, true)).toBe(true);
  expect(ask(10, -1)).toBe(false);
});

test("a start of movement from few packets needs stronger evidence", () => {
  const motion = newMotion();
  setMoving(motion, false, 0);
  const quick = { ...newDifferences(), score: 1, varianceDb2: 12 };
  startTrial(motion, { quick, slow: newDifferences(), moves: false }, 1000, 3000);
  expect(motion.moving).toBe(false);
});

import { expect, test } from "vitest";
import { newDifferences } from "./differences.ts";
import { become, newMotion } from "./knownMotion.ts";
import { tryStart } from "./trial.ts";

/** A tag known to stand, and a question about it second by second. */
function standing() {
  const motion = newMotion();
  become(motion, false, 0);
  const ask = (second: number, score: number, moves = false): boolean => {
    const quick = { ...newDifferences(), score, varianceDb2: 4 };
    tryStart(motion, { quick, slow: newDifferences(), moves }, second * 1000, 3000);
    return motion.moving;
  };
  return { motion, ask };
}

test("what looks like a start is taken for one at once, and for good as soon as it is sure", () => {
  const { motion, ask } = standing();
  expect(ask(1, 0.2)).toBe(false);
  expect(ask(2, 1)).toBe(true);
  expect(motion.trialMs).toBe(2000);
  expect(ask(4, 5)).toBe(true);
  expect(motion.trialMs).toBeNull();
  expect(ask(9, 1)).toBe(true);
});

test("what does not get sure within seconds was somebody who stepped before a gateway, and is not tried again", () => {
  const { ask } = standing();
  expect([2, 3, 4].map((second) => ask(second, 1))).toEqual([true, true, true]);
  expect(ask(5, 1)).toBe(false);
  expect(ask(6, 1)).toBe(false);
  expect(ask(20, 1)).toBe(false);
});

test("after that a start is seen again once what was heard has gone, once it is sure, or after a while", () => {
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

test("gateways that agree that it moves keep a trial going", () => {
  const { ask } = standing();
  expect(ask(2, -1, true)).toBe(true);
  expect(ask(9, -1, true)).toBe(true);
  expect(ask(10, -1)).toBe(false);
});

test("few packets must say more", () => {
  const motion = newMotion();
  become(motion, false, 0);
  const quick = { ...newDifferences(), score: 1, varianceDb2: 12 };
  tryStart(motion, { quick, slow: newDifferences(), moves: false }, 1000, 3000);
  expect(motion.moving).toBe(false);
});

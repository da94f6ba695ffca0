import { expect, test } from "vitest";
import { type FailoverCell, playFailover } from "./failover.ts";

const cell: FailoverCell = {
  processes: 2,
  advertsPerS: 4_000,
  readS: 10e-6,
  workS: 100e-6,
  core: 1,
  takeOverS: 5.5,
  windowS: 60,
};

test("sites stand still until the lease has ended and windows are filled again, and then catch up at what is left of a core", () => {
  const { stillS, delayS, currentS, waiting } = playFailover(cell);
  // 0.8 of a core is left, for 1.2 s of refilling; then four seconds of messages are worked off in one.
  expect(stillS).toBeCloseTo(5.5 + 1.2 / 0.8, 0);
  expect(delayS).toBeCloseTo(stillS, 0);
  expect(waiting).toBeCloseTo(delayS * 2_000, -2);
  // All that is older than the second for which history counts as current: 6 s at three seconds a second.
  expect(currentS).toBeCloseTo(7 + 6 / 3, 0);
});

test("history falls behind second by second until the sites move again, and never further", () => {
  const { course, delayS } = playFailover(cell);
  expect(course.slice(0, 7).map(Math.round)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(course.every((behind) => behind <= delayS)).toBe(true);
  expect(course.at(-1)!).toBeLessThan(4);
});

test("of more processes each has less to take over, so they catch up sooner", () => {
  const currents = [2, 3, 4, 8].map((processes) => playFailover({ ...cell, processes }).currentS);
  expect(currents).toEqual(currents.toSorted((a, b) => b - a));
});

test("where the others have no core left, history never becomes current, nor where nobody is left", () => {
  expect(playFailover({ ...cell, core: 0.2 }).currentS).toBe(Infinity);
  expect(playFailover({ ...cell, core: 0.39 }).currentS).toBe(Infinity);
  expect(playFailover({ ...cell, processes: 1 }).stillS).toBe(Infinity);
});

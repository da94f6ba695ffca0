import { expect, test } from "vitest";
import { lifecycle } from "./lifecycle.ts";

const hourMs = 3_600_000;

test("a turn does at once, and in order, what is otherwise done after an interval", async () => {
  const done: string[] = [];
  const { every, turn, stop } = lifecycle(() => undefined);
  every(hourMs, () => void done.push("first"));
  every(hourMs, async () => void done.push("second"));
  await turn();
  expect(done).toEqual(["first", "second"]);
  await turn();
  expect(done).toEqual(["first", "second", "first", "second"]);
  await stop();
});

test("a turn begins anew what is under way when it is called", async () => {
  let started = 0;
  const ends: (() => void)[] = [];
  const { every, turn, stop } = lifecycle(() => undefined);
  every(hourMs, () => {
    started++;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  const earlier = turn();
  await expect.poll(() => ends.length).toBe(1);
  const later = turn();
  ends[0]!();
  await earlier;
  await expect.poll(() => ends.length).toBe(2);
  expect(started).toBe(2);
  ends[1]!();
  await later;
  await stop();
});

test("work that fails is reported, and the rest of a turn is done", async () => {
  const problems: unknown[] = [];
  let done = 0;
  const { every, turn, stop } = lifecycle((error) => problems.push(error));
  every(hourMs, () => Promise.reject(new Error("no disk")));
  every(hourMs, () => void done++);
  await turn();
  expect([problems, done]).toEqual([[new Error("no disk")], 1]);
  await stop();
});

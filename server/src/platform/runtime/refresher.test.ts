import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refresher } from "./refresher.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A refresher over a store that is away or not, with what it was asked to read and when. */
function world() {
  const state = { isAway: true, reads: [] as [number, string[]][], problems: 0 };
  const startMs = Date.now();
  const copy = refresher<string>({
    read: async (asked) => {
      state.reads.push([Date.now() - startMs, asked]);
      if (state.isAway) throw new Error("away");
    },
    now: () => Date.now() - startMs,
    random: () => 0.5,
    problem: () => (state.problems += 1),
  });
  return { state, copy };
}

test("a failed read is repeated after longer and longer pauses, with everything that changed meanwhile", async () => {
  const { state, copy } = world();
  copy.request("a");
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = state.reads.map(([atMs]) => atMs);
  expect(tries).toEqual([0, 375, 1125, 2625, 5625, 11_625, 23_625, 46_125]);
  expect([copy.staleSinceMs(), state.problems]).toEqual([0, 8]);
  copy.request("b");
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state.reads.slice(8)).toEqual([[68_625, ["a", "b"]]]);
  expect(copy.staleSinceMs()).toBe(null);
});

test("changes during a read are read next, without a pause while reads succeed", async () => {
  const { state, copy } = world();
  state.isAway = false;
  copy.request("a");
  copy.request("b");
  copy.request("c");
  await copy.settled();
  expect(state.reads.map(([, asked]) => asked)).toEqual([["a"], ["b", "c"]]);
  copy.request("d");
  await copy.settled();
  expect(state.reads).toHaveLength(3);
});

test("the refresher retries nothing after closing", async () => {
  const { state, copy } = world();
  copy.request("a");
  await vi.advanceTimersByTimeAsync(0);
  copy.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toHaveLength(1);
});

import { afterEach, expect, it, vi } from "vitest";
import { inChunks } from "./inChunks.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("work in turns gives others a turn while it handles many things, and keeps their order", async () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const items = Array.from({ length: 1000 }, (_, nth) => nth);
  const done: number[] = [];
  const doneAtTurns: number[] = [];
  const Real = MessageChannel;
  vi.stubGlobal(
    "MessageChannel",
    class extends Real {
      constructor() {
        super();
        doneAtTurns.push(done.length);
      }
    },
  );
  await inChunks(items, (some) => {
    done.push(...some);
    nowMs += 5;
  });
  expect(done).toEqual(items);
  // Two portions of 5 ms are longer than a turn.
  expect(doneAtTurns).toEqual([200, 400, 600, 800]);
});

it("work in turns does a few things at once, and does nothing without any", async () => {
  const pieces: number[] = [];
  const working = inChunks([1, 2, 3], (some) => pieces.push(some.length));
  expect(pieces).toEqual([3]);
  await working;
  await inChunks([], () => pieces.push(0));
  expect(pieces).toEqual([3]);
});

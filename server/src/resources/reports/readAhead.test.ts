import { expect, test } from "vitest";
import { readAhead } from "./readAhead.ts";

/** Counts to `to`, says what it has begun and whether it was closed. */
function counting(to: number, failAt = Infinity) {
  const state = { begun: 0, isClosed: false };
  const source = async function* (): AsyncGenerator<number, void> {
    try {
      for (let nth = 1; nth <= to; nth++) {
        state.begun = nth;
        await new Promise(setImmediate);
        if (nth === failAt) throw new Error(`no ${nth}`);
        yield nth;
      }
    } finally {
      state.isClosed = true;
    }
  };
  return { state, source: source() };
}

test("items read ahead come once and in order, and the next is read while one is being processed", async () => {
  const { state, source } = counting(4);
  const seen: number[] = [];
  for await (const nth of readAhead(source)) {
    seen.push(nth);
    expect(state.begun).toBe(Math.min(nth + 1, 4));
  }
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("ending early ends reading ahead, even if the item read ahead fails", async () => {
  for (const failAt of [Infinity, 2]) {
    const { state, source } = counting(4, failAt);
    for await (const nth of readAhead(source)) if (nth === 1) break;
    expect(state).toEqual({ begun: 2, isClosed: true });
  }
});

test("a failure while reading ahead is thrown only after the items before it", async () => {
  const { source } = counting(4, 3);
  const seen: number[] = [];
  const all = async (): Promise<void> => {
    for await (const nth of readAhead(source)) seen.push(nth);
  };
  await expect(all()).rejects.toThrow("no 3");
  expect(seen).toEqual([1, 2]);
});

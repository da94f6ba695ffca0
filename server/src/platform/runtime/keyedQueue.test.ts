import { expect, test } from "vitest";
import { nothing, serialQueue, keyedQueue } from "./keyedQueue.ts";

/** Work that ends when it is told to, and records when it begins and ends. */
function work(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const act = async (): Promise<string> => {
    log.push(`${name} begins`);
    try {
      return await promise;
    } finally {
      log.push(`${name} ends`);
    }
  };
  return { act, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test("keyed work waits only for earlier work with the same key", async () => {
  const log: string[] = [];
  const serially = keyedQueue();
  const [a, b, c] = [work("a", log), work("b", log), work("c", log)];
  const results = [serially("x", a.act), serially("x", b.act), serially("y", c.act)];
  c.end();
  expect(await results[2]).toBe("c");
  expect(log).toEqual(["a begins", "c begins", "c ends"]);
  a.end();
  b.end();
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
  expect(log.slice(3)).toEqual(["a ends", "b begins", "b ends"]);
});

test("a failure of keyed work goes to its own caller, and the next work still runs", async () => {
  const log: string[] = [];
  const serially = serialQueue();
  const [a, b] = [work("a", log), work("b", log)];
  const [first, second] = [serially(a.act), serially(b.act)];
  a.fail();
  b.end();
  await expect(first).rejects.toThrow("a");
  expect(await second).toBe("b");
  await serially(nothing);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

import { expect, test } from "vitest";
import { joinedRuns } from "./joinedRuns.ts";

test("callers during a run share the next one, which begins after their calls, and a failure is theirs alone", async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const run = joinedRuns(() => {
    const one = Promise.withResolvers<void>();
    begun.push(one);
    return one.promise;
  });
  const first = run();
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toHaveLength(1);
  const [second, third] = [run(), run()];
  begun[0]!.reject(new Error("first"));
  await expect(first).rejects.toThrow("first");
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toHaveLength(2);
  begun[1]!.resolve();
  await Promise.all([second, third]);
  expect(begun).toHaveLength(2);
});

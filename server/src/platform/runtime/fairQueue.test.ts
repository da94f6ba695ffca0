import { expect, test } from "vitest";
import { fairQueue } from "./fairQueue.ts";

test("owners take turns, and each owner's work is done in the order of its calls", async () => {
  const log: string[] = [];
  const run = fairQueue();
  const note = (owner: string, name: string) =>
    run(owner, async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    });
  await Promise.all([note("a", "a1"), note("a", "a2"), note("a", "a3"), note("b", "b1"), note("c", "c1")]);
  const order = ["a1", "a2", "b1", "c1", "a3"];
  expect(log).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("a failure reaches its own caller only, and work that comes later is still done", async () => {
  const run = fairQueue();
  const outcomes = await Promise.allSettled([
    run("a", () => Promise.reject(new Error("broken"))),
    run("a", async () => "second"),
  ]);
  expect(outcomes).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: "second" }]);
  expect(await run("b", async () => "later")).toBe("later");
});

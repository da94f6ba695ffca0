import { expect, test } from "vitest";
import { freePort } from "./scripts/freePort.mjs";

test("a port is given out once, even while nobody listens on it yet", async () => {
  const given = await freePort();
  const other = await freePort();
  const chosen = [given, other, given];
  expect([given, other]).not.toContain(
    await freePort(() => chosen.shift() ?? 10_000 + Math.floor(20_000 * Math.random())),
  );
  expect(chosen).toEqual([]);
});

test("a port that fetch refuses is not given out", async () => {
  const chosen = [10_080];
  expect(await freePort(() => chosen.shift() ?? 10_081 + Math.floor(20_000 * Math.random()))).not.toBe(10_080);
  await expect(fetch("http://127.0.0.1:10080")).rejects.toMatchObject({ cause: { message: "bad port" } });
});

import { expect, test } from "vitest";
import { freePort } from "./scripts/freePort.mjs";

test("a port is given away once, though nobody listens on it yet", async () => {
  const given = await freePort();
  const other = await freePort();
  const chosen = [given, other, given];
  expect([given, other]).not.toContain(
    await freePort(() => chosen.shift() ?? 10_000 + Math.floor(20_000 * Math.random())),
  );
  expect(chosen).toEqual([]);
});

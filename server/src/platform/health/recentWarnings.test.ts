import pino from "pino";
import { expect, test } from "vitest";
import { recentWarnings } from "./recentWarnings.ts";

test("warnings are kept with time and number of repeats, the newest first, whatever the log writes", () => {
  let nowMs = 1000;
  const warnings = recentWarnings(() => nowMs);
  const written: string[] = [];
  const log = warnings.watch(pino({ level: "error" }, { write: (line) => written.push(line) }));
  log.info("all is well");
  log.warn("the broker is away");
  nowMs = 2000;
  log.child({ reqId: "1" }).error({ err: new Error("disk full\nat nora@ward.example") }, "a request failed");
  nowMs = 3000;
  log.warn("the broker is away");
  expect(warnings.list()).toEqual([
    { level: "warn", message: "the broker is away", detail: null, firstMs: 1000, lastMs: 3000, count: 2 },
    { level: "error", message: "a request failed", detail: "disk full", firstMs: 2000, lastMs: 2000, count: 1 },
  ]);
  expect(warnings.counts()).toEqual({ warn: 2, error: 1, fatal: 0 });
  expect(written).toHaveLength(1);
  expect(written[0]).toContain("a request failed");
});

test("a hundred different warnings are kept, and the one that was seen longest ago gives way", () => {
  const warnings = recentWarnings(() => 0);
  const log = warnings.watch(pino({ level: "silent" }));
  log.warn("first");
  for (let nth = 0; nth < 99; nth++) log.warn(`warning ${nth}`);
  log.warn("first");
  log.warn("last");
  const messages = warnings.list().map(({ message }) => message);
  expect(messages).toHaveLength(100);
  expect(messages.slice(0, 2)).toEqual(["last", "first"]);
  expect(messages).not.toContain("warning 0");
});

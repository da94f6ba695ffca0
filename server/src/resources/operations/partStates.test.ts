import { expect, test } from "vitest";
import { partStates } from "./partStates.ts";

test("a part keeps the moment at which its state changed, whatever its sentence says meanwhile", () => {
  const states = partStates(0);
  const look = (state: "ok" | "warning", message: string, nowMs: number): number => {
    const [part] = states.observe([{ id: "history", state, message }], nowMs);
    return Date.parse(part!.since);
  };
  expect(look("ok", "All messages.", 10_000)).toBe(0);
  expect(look("warning", "20 s behind.", 20_000)).toBe(20_000);
  expect(look("warning", "30 s behind.", 30_000)).toBe(20_000);
  expect(look("ok", "All messages.", 40_000)).toBe(40_000);
});

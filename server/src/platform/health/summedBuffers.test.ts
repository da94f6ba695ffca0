import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { buffers } from "./buffers.ts";
import { summedBuffers } from "./summedBuffers.ts";

test("buffers of one name are shown as their sum with the oldest item, as long as their parts are open", () => {
  const all = buffers(new Registry(), Date.now);
  const summed = summedBuffers(all);
  const [one, other] = [summed.open(), summed.open()];
  one.add("positions", () => ({ items: 2, oldestMs: 7 }), ["refused"]);
  other.add("positions", () => ({ items: 3, oldestMs: 5 }), ["refused"]);
  expect(all.read("positions")).toEqual({ items: 5, oldestMs: 5 });
  other.close();
  expect(all.read("positions")).toEqual({ items: 2, oldestMs: 7 });
  one.close();
  expect(all.read("positions")).toEqual({ items: 0, oldestMs: null });
});

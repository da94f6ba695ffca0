import { afterEach, expect, it, vi } from "vitest";
import { clockOffsetMs } from "./serverClock.ts";

const serverMs = Date.parse("2026-11-20T13:05:00Z");
const dayMs = 24 * 3_600_000;
afterEach(() => vi.unstubAllGlobals());

/** The offset found by a browser whose clock is this far off, with an answer that takes this long. */
function offset(browserIsAheadMs: number, tookMs = 100, header: string | null = new Date(serverMs).toUTCString()) {
  const times = [serverMs + browserIsAheadMs, serverMs + browserIsAheadMs + tookMs];
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: header === null ? {} : { date: header } }));
  return clockOffsetMs(() => times.shift()!);
}

it("the clock's check measures a clock that is wrong by a day, either way, to the second", async () => {
  expect(Math.abs((await offset(dayMs))! + dayMs)).toBeLessThan(1000);
  expect(Math.abs((await offset(-dayMs))! - dayMs)).toBeLessThan(1000);
});

it("the clock's check leaves a clock alone that is right within the request's travel time", async () => {
  expect(await offset(0)).toBe(0);
  expect(await offset(9_000)).toBe(0);
});

it("the clock's check measures nothing without an answer, or when it took too long", async () => {
  expect(await offset(dayMs, 100, null)).toBeNull();
  expect(await offset(dayMs, 6_000)).toBeNull();
  expect(await offset(dayMs, -3_600_000)).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await clockOffsetMs(() => 0)).toBeNull();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushPace } from "./flushPace.ts";

let nowMs: number;
let sentMs: number[];
let ready: boolean;
let pace: ReturnType<typeof flushPace>;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  sentMs = [];
  ready = true;
  pace = flushPace({ everyMs: 500, now: () => nowMs, flush: () => (ready ? sentMs.push(nowMs) > 0 : false) });
});
afterEach(() => {
  pace.close();
  vi.useRealTimers();
});

function pass(ms: number): void {
  for (let i = 0; i < ms; i++) {
    nowMs++;
    vi.advanceTimersByTime(1);
  }
}

/** Ticks each quarter of a second, each so much late. */
function tickFor(latenessMs: readonly number[]): void {
  for (const late of latenessMs) {
    const tickMs = Math.ceil((nowMs + 1) / 250) * 250;
    pass(tickMs + late - nowMs);
    pace.ticked(tickMs);
  }
}

test("the live socket sends positions made in a tick at once, every half second", () => {
  tickFor([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(sentMs).toEqual([250, 1000, 1500, 2000]);
});

test("two live messages are never less than half a second apart, however late a tick was", () => {
  tickFor([0, 20, 0, 5, 0, 0, 0, 40, 0, 3]);
  const gaps = sentMs.slice(1).map((at, i) => at - sentMs[i]!);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(500);
  expect(sentMs.length).toBeGreaterThanOrEqual(4);
});

test("the next live messages after a late one come as early as allowed, and with the ticks again in a few minutes", () => {
  tickFor([0, 0, 0, 0, 0, 150, 0, 0, 0, 0]);
  expect(sentMs).toEqual([250, 1000, 1650, 2150]);
  tickFor(Array.from({ length: 600 }, () => 0));
  const gaps = sentMs.slice(2).map((at, i) => at - sentMs[i + 1]!);
  expect(gaps.filter((gap) => gap !== 500)).toEqual([650, 850]);
  expect(sentMs.at(-1)! % 500).toBe(0);
});

test("the last live positions are sent although no tick follows", () => {
  tickFor([0, 0]);
  pass(2000);
  expect(sentMs).toEqual([250, 1100]);
});

test("positions that may not be shown yet are sent once they may, although no tick follows", () => {
  ready = false;
  tickFor([0]);
  pass(1200);
  ready = true;
  pass(1000);
  expect(sentMs).toEqual([1750]);
});

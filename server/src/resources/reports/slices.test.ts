import { describe, expect, test } from "vitest";
import { inSlices, type ReportSlice } from "./slices.ts";

const dayMs = 24 * 3600_000;
const goodRows = 2500;
const start = new Date("2016-11-01T00:00:00Z");
const end = new Date("2026-11-01T00:00:00Z");

/** Reads what was stored at these moments, and counts the most rows that were asked for at once. */
function stored(timesMs: readonly number[]) {
  let largest = 0;
  const read = async ({ from, to, isLast }: ReportSlice, most: number | null): Promise<number[] | null> => {
    const rows = timesMs.filter((at) => at >= from.getTime() && (at < to.getTime() || (isLast && at >= to.getTime())));
    if (most !== null && rows.length > most) return null;
    largest = Math.max(largest, rows.length);
    return rows;
  };
  return { read, largest: () => largest };
}

describe("a span read in parts", () => {
  // Nine years of silence, a day of forty rows a minute, and silence again.
  const dense = Array.from({ length: 40 * 1440 }, (_, nth) => end.getTime() - 300 * dayMs + nth * 1500);
  test.each([
    ["forwards", false],
    ["backwards", true],
  ])("a span read %s gives each row once, in small parts even where a quiet time ends", async (_way, isNewestFirst) => {
    const { read, largest } = stored(dense);
    const parts: number[][] = [];
    let last = 0;
    for await (const { rows, share } of inSlices({ start, end }, isNewestFirst, goodRows, read)) {
      parts.push(rows);
      expect(share).toBeGreaterThan(last);
      last = share;
    }
    expect(last).toBe(1);
    expect((isNewestFirst ? parts.toReversed() : parts).flat()).toEqual(dense);
    expect(largest()).toBeLessThanOrEqual(1.6 * goodRows);
  });

  test("a span of ten thousand years is read in few parts, so that a typing error does not delay other reports", async () => {
    const { read } = stored(dense);
    const span = { start: new Date("0001-01-01T00:00:00Z"), end: new Date("9999-12-31T00:00:00Z") };
    let reads = 0;
    let rows = 0;
    const counted: typeof read = (slice, most) => {
      reads += 1;
      return read(slice, most);
    };
    for (const isNewestFirst of [false, true])
      for await (const part of inSlices(span, isNewestFirst, goodRows, counted)) rows += part.rows.length;
    expect(rows).toBe(2 * dense.length);
    expect(reads).toBeLessThan(2 * 100);
  });

  test("a span read in parts discards few reads where a quiet time ends", async () => {
    // Every day from 8 to 16 forty rows a minute.
    const days = Array.from({ length: 10 }, (_, day) => start.getTime() + day * dayMs + 8 * 3600_000);
    const { read } = stored(days.flatMap((from) => Array.from({ length: 40 * 480 }, (_, nth) => from + nth * 1500)));
    let thrownAway = 0;
    const counted: typeof read = async (slice, most) => {
      const rows = await read(slice, most);
      if (rows === null) thrownAway += 1;
      return rows;
    };
    let rows = 0;
    const span = { start, end: new Date(start.getTime() + 10 * dayMs) };
    for await (const part of inSlices(span, false, goodRows, counted)) rows += part.rows.length;
    expect(rows).toBe(10 * 40 * 480);
    expect(thrownAway).toBeLessThan(10 * 3);
  });

  test("a span of one moment is read whole, however many rows it has", async () => {
    const { read } = stored(Array.from({ length: 20_000 }, () => start.getTime()));
    let rows = 0;
    for await (const part of inSlices({ start, end: start }, false, goodRows, read)) rows += part.rows.length;
    expect(rows).toBe(20_000);
  });
});

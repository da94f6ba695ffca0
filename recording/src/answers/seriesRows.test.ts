import { expect, test } from "vitest";
import type { Row, SeriesShape } from "../format.ts";
import { momentAt } from "../times/moment.ts";
import { seriesRows, thinned } from "./seriesRows.ts";

const startedAtMs = Date.parse("2026-11-29T10:00:00.000Z");
const recorded = { startedAtMs, lengthMs: 900_000 };
const id = (last: number): string => `0198c1b2-0000-7000-8000-00000000000${last}`;
const time = (text: string): string => `2026-11-29T${text}.000Z`;
const track: SeriesShape = { start: "timestamp", end: "end_timestamp", newestFirst: false, isTrack: true };
const log: SeriesShape = { start: "timestamp", end: null, newestFirst: true, isTrack: false };
const stay: SeriesShape = { start: "enter_time", end: "exit_time", newestFirst: true, isTrack: false };
const rowsAt = (now: string, shape: SeriesShape, rows: Row[], query = {}) =>
  seriesRows(rows, shape, recorded, momentAt(Date.parse(time(now)), recorded), query);

const positions: Row[] = [
  { timestamp: time("09:50:00"), end_timestamp: time("10:05:00"), lat: 1 },
  { timestamp: time("10:05:00"), end_timestamp: time("10:15:00"), lat: 2 },
];

test("a track follows itself without gaps for an hour of past, and ends now", () => {
  const rows = rowsAt("11:10:00", track, positions);
  expect(rows.at(-1)).toMatchObject({ timestamp: time("11:05:00"), end_timestamp: time("11:10:00"), lat: 2 });
  expect(rows[0]).toMatchObject({ timestamp: time("10:15:00"), lat: 1 });
  for (const [nth, row] of rows.slice(1).entries()) expect(row["timestamp"]).toBe(rows[nth]!["end_timestamp"]);
});

test("only the part of a track that was asked for is given", () => {
  const query = { start_time_utc: "2026-11-29T12:03:00+01:00", end_time_utc: time("11:04:00") };
  expect(rowsAt("11:10:00", track, positions, query).map(({ lat }) => lat)).toEqual([1]);
});

test("an event that has not come yet in this loop is shown only where it was in the earlier ones", () => {
  const events: Row[] = [{ id: id(1), timestamp: time("10:10:00") }];
  const before = rowsAt("10:20:00", log, events);
  expect(before.map(({ timestamp }) => timestamp)).toEqual(["09:40:00", "09:55:00", "10:10:00"].map(time));
  const after = rowsAt("10:26:00", log, events);
  expect(after.at(-1)?.["timestamp"]).toBe(time("10:25:00"));
  expect(new Set(after.map((row) => row["id"])).size).toBe(4);
});

test("a stay that lasts is still going on in this loop, and ended with the earlier ones", () => {
  const stays: Row[] = [{ id: id(1), enter_time: time("10:10:00"), exit_time: null, duration_s: null }];
  const rows = rowsAt("10:26:00", stay, stays);
  expect(rows.at(-1)).toMatchObject({ enter_time: time("10:25:00"), exit_time: null, duration_s: null });
  expect(rows.at(-2)).toMatchObject({ enter_time: time("10:10:00"), exit_time: time("10:15:00"), duration_s: 300 });
});

test("a stay that began before the recording is shown once", () => {
  const stays: Row[] = [{ id: id(1), enter_time: time("09:55:00"), exit_time: null, duration_s: null }];
  expect(rowsAt("10:26:00", stay, stays)).toMatchObject([{ enter_time: time("10:10:00"), exit_time: null }]);
});

test("a thinned series keeps its first and its last row", () => {
  expect(thinned([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5]);
  expect(thinned([1, 2], 3)).toEqual([1, 2]);
});

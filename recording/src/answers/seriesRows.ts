import type { Json, Query, Row, SeriesShape } from "../format.ts";
import { idInLoop, type Moment, type RecordedTime } from "../times/moment.ts";
import { timeText } from "../times/moveTimes.ts";

/** How many earlier loops are shown as the past. */
const pastLoops = 3;

interface Span {
  fromMs: number;
  toMs: number;
}

/**
 * The rows of a span up to now, oldest first. What is older than this loop is the recording again, three times: a quarter of
 * an hour makes an hour of past.
 */
export function seriesRows(
  rows: readonly Row[],
  shape: SeriesShape,
  recorded: RecordedTime,
  moment: Moment,
  query: Query,
): Row[] {
  const { fromMs, toMs } = spanOf(query, moment.nowMs);
  const shown: Row[] = [];
  for (let back = pastLoops; back >= 0; back -= 1) {
    const loop = moment.loop - back;
    const shiftMs = moment.shiftMs - back * recorded.lengthMs;
    for (const row of rows) {
      const span = spanInLoop(row, shape, recorded, back);
      if (span === null) continue;
      const [startMs, endMs] = [span.fromMs + shiftMs, Math.min(span.toMs + shiftMs, moment.nowMs)];
      if (startMs > moment.nowMs || startMs > toMs || endMs < fromMs) continue;
      shown.push(inLoop(row, shape, { startMs, isOver: span.toMs + shiftMs <= moment.nowMs, endMs, loop }));
    }
  }
  return shown.toSorted((first, second) => startOf(first, shape) - startOf(second, shape));
}

/** A row's recorded time within a loop; null: it does not belong to that loop. */
function spanInLoop(row: Row, shape: SeriesShape, { startedAtMs, lengthMs }: RecordedTime, back: number): Span | null {
  const endedAtMs = startedAtMs + lengthMs;
  const start = timeOf(row[shape.start]);
  const fromMs = start ?? startedAtMs;
  const isOpen = shape.end !== null && timeOf(row[shape.end]) === null;
  // What had not ended when the recording did ends with each loop but the present one.
  const toMs = shape.end === null ? fromMs : (timeOf(row[shape.end]) ?? (back === 0 ? Infinity : endedAtMs));
  if (shape.isTrack) {
    if (toMs < startedAtMs || fromMs >= endedAtMs) return null;
    return { fromMs: Math.max(fromMs, startedAtMs), toMs: Math.min(toMs, endedAtMs) };
  }
  const isBefore = start === null || fromMs < startedAtMs;
  if (isBefore) return back === 0 ? { fromMs, toMs: isOpen ? Infinity : toMs } : null;
  return fromMs < endedAtMs ? { fromMs, toMs } : null;
}

function inLoop(
  row: Row,
  shape: SeriesShape,
  { startMs, endMs, isOver, loop }: { startMs: number; endMs: number; isOver: boolean; loop: number },
): Row {
  const moved: Row = { ...row };
  if (timeOf(row[shape.start]) !== null) moved[shape.start] = timeText(startMs);
  if (shape.end !== null) moved[shape.end] = isOver || shape.isTrack ? timeText(endMs) : null;
  if (typeof row["id"] === "string") moved["id"] = idInLoop(row["id"], loop);
  if (shape.end !== null && "duration_s" in row)
    moved["duration_s"] = isOver ? Math.round((endMs - startMs) / 1000) : null;
  return moved;
}

/** Evenly chosen rows, the first and the last among them. */
export function thinned<Item>(rows: readonly Item[], most: number): Item[] {
  if (rows.length <= most || most < 2) return [...rows];
  return Array.from({ length: most }, (_, nth) => rows[Math.round((nth * (rows.length - 1)) / (most - 1))]!);
}

/** The span that a query asks for, ms. */
export function spanOf(query: Query, nowMs: number): Span {
  const from = timeOf(query["start_time_utc"] ?? query["start_time"]);
  return { fromMs: from ?? -Infinity, toMs: timeOf(query["end_time_utc"]) ?? nowMs };
}

const startOf = (row: Row, { start }: SeriesShape): number => timeOf(row[start]) ?? -Infinity;

/** Callers write times with or without fractions, and with any offset. */
function timeOf(value: Json | undefined): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(ms) ? null : ms;
}

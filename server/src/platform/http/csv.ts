import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { memoize } from "../runtime/memoize.ts";
import { offsetMs, offsetText } from "../runtime/timeZone.ts";

export type CsvValue = string | number | boolean | Date | null;

/** How a time is written. */
export type WriteTime = (time: Date | number) => string;

export const lineEnd = "\r\n";

/**
 * A value as a cell of RFC 4180 CSV. Text that would start a formula in a spreadsheet gets a leading apostrophe; numbers
 * do not (shapes S15). A line break of any kind is quoted, as it begins a new row in a spreadsheet.
 */
export function csvCell(value: CsvValue, time: WriteTime): string {
  if (value === null) return "";
  if (value instanceof Date) return time(value);
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row as a line with its end. */
export function csvLine(row: readonly CsvValue[], time: WriteTime): string {
  return row.map((value) => csvCell(value, time)).join(",") + lineEnd;
}

/** Times in a zone as ISO 8601 with the offset: `2026-11-20T14:05:00.000+01:00`. */
export function zonedTime(zone: string): WriteTime {
  // Asking for the offset takes a hundred times as long as writing the time, and zones change theirs at whole quarters of
  // an hour if at all.
  const offsets = memoize((quarter: number) => {
    const atMs = quarter * quarterMs;
    return { text: offsetText(zone, atMs), ms: offsetMs(zone, atMs) };
  });
  /** `2026-11-20T14:05:` */
  const minutes = memoize((minute: number) => new Date(minute * minuteMs).toISOString().slice(0, -"00.000Z".length));
  return (time) => {
    const ms = typeof time === "number" ? time : time.getTime();
    const offset = offsets(Math.floor(ms / quarterMs));
    const shownMs = ms + offset.ms;
    const minute = Math.floor(shownMs / minuteMs);
    const inMinuteMs = shownMs - minute * minuteMs;
    const seconds = Math.floor(inMinuteMs / 1000);
    return `${minutes(minute)}${digits2[seconds]!}.${digits3[inMinuteMs - 1000 * seconds]!}${offset.text}`;
  };
}

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const digits2 = Array.from({ length: 60 }, (_, nth) => String(nth).padStart(2, "0"));
const digits3 = Array.from({ length: 1000 }, (_, nth) => String(nth).padStart(3, "0"));

/** Lines are sent together, as each piece costs as much as many lines. */
const pieceChars = 16_384;

async function* inPieces(
  columns: readonly string[],
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
  time: WriteTime,
): AsyncGenerator<string> {
  yield csvLine(columns, time);
  let piece = "";
  for await (const row of rows) {
    piece += csvLine(row, time);
    if (piece.length < pieceChars) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** Streams rows as CSV; they are pulled as fast as the client reads. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; columns: readonly string[]; time: WriteTime },
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
): FastifyReply {
  // If the reader leaves, the rows' generator is closed; if the rows fail, the file is cut off. Fastify learns it from
  // the stream.
  return reply
    .header("content-disposition", `attachment; filename="${file.name}"`)
    .type("text/csv; charset=utf-8")
    .send(Readable.from(inPieces(file.columns, rows, file.time)));
}

/** `{kind}_{site}_{start}_{end}.csv`; dates YYYYMMDD, anything but letters and digits in a name becomes a dash. */
export function csvName(kind: string, place: string, start: Date, end: Date): string {
  const day = (time: Date): string => time.toISOString().slice(0, 10).replaceAll("-", "");
  return `${kind}_${plainName(place)}_${day(start)}_${day(end)}.csv`;
}

/** A name as a part of a file's name. */
export function plainName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

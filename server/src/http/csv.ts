import { pipeline, Readable } from "node:stream";
import { AppError } from "@pulse/contract/errors";
import { type Options, stringify, type Stringifier } from "csv-stringify";
import { stringify as stringifyAll } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";

export type CsvValue = string | number | boolean | Date | null;

/** Text that would start a formula in a spreadsheet gets a leading apostrophe; numbers do not (shapes S15). */
function safeText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Times in a zone as ISO 8601 with the offset: `2026-11-20T14:05:00.000+01:00`. Throws a 400 for an unknown zone. */
export function zonedTime(zone: string): (time: Date) => string {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      timeZoneName: "longOffset",
    });
  } catch (error) {
    throw new AppError("invalid_parameter", {
      cause: error,
      details: [{ path: "convert_to_timezone", code: "invalid_parameter", message: `${zone} is not a time zone` }],
    });
  }
  /** The zone's offset at a moment: `+01:00`. */
  const offsetAt = (ms: number): string => {
    const name = format.formatToParts(ms).find(({ type }) => type === "timeZoneName")!.value;
    return name.replace(/^GMT/, "") || "+00:00";
  };
  // Asking for the offset takes twenty times as long as writing the time, and zones change theirs at whole quarters of an
  // hour if at all.
  const offsets = new Map<number, { text: string; ms: number }>();
  return (time) => {
    const quarter = Math.floor(time.getTime() / quarterMs);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      if (offsets.size >= mostQuarters) offsets.clear();
      const text = offsetAt(quarter * quarterMs);
      offset = { text, ms: offsetMs(text) };
      offsets.set(quarter, offset);
    }
    return new Date(time.getTime() + offset.ms).toISOString().slice(0, -1) + offset.text;
  };
}

const quarterMs = 15 * 60_000;
const mostQuarters = 4096;

/** Of `+01:00`, or of what clocks showed before there were zones: `-00:25:21`. */
function offsetMs(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(":").map(Number);
  return (text.startsWith("-") ? -1000 : 1000) * (3600 * hours + 60 * minutes + seconds);
}

/** Turns rows into RFC 4180 CSV with a header row. */
function csvWriter(columns: readonly string[], time: (time: Date) => string): Stringifier {
  return stringify({ header: true, columns: [...columns], ...csvFormat(time) });
}

/** Rows that are at hand as lines of RFC 4180 CSV; many are written several times as quickly as by a stream of rows. */
export function csvLines(rows: readonly (readonly CsvValue[])[], time: (time: Date) => string): string {
  return stringifyAll([...rows], csvFormat(time));
}

const csvFormat = (time: (time: Date) => string): Options => ({
  record_delimiter: "windows",
  // A line break of any kind begins a new row in a spreadsheet.
  quoted_match: /[\r\n]/,
  cast: { date: time, string: safeText, boolean: String },
});

/** Streams rows as CSV; they are pulled as fast as the client reads. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; columns: readonly string[]; time: (time: Date) => string },
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
): FastifyReply {
  const writer = csvWriter(file.columns, file.time);
  // If the reader leaves, the rows' generator is closed; if the rows fail, the file is cut off. Fastify learns it from
  // the stream.
  pipeline(Readable.from(rows), writer, () => undefined);
  return reply
    .header("content-disposition", `attachment; filename="${file.name}"`)
    .type("text/csv; charset=utf-8")
    .send(writer);
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

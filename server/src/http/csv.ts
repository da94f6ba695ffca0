import { pipeline, Readable } from "node:stream";
import { AppError } from "@pulse/contract/errors";
import { stringify } from "csv-stringify";
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
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      timeZoneName: "longOffset",
    });
  } catch (error) {
    throw new AppError("invalid_parameter", {
      cause: error,
      details: [{ path: "convert_to_timezone", code: "invalid_parameter", message: `${zone} is not a time zone` }],
    });
  }
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const offset = parts["timeZoneName"]!.replace(/^GMT/, "") || "+00:00";
    return `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}:${parts["second"]}.${parts["fractionalSecond"]}${offset}`;
  };
}

/** Streams rows as RFC 4180 CSV with a header row; the rows are pulled as fast as the client reads. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; columns: readonly string[]; time: (time: Date) => string },
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
): FastifyReply {
  const writer = stringify({
    header: true,
    columns: [...file.columns],
    record_delimiter: "windows",
    cast: { date: file.time, string: safeText, boolean: String },
  });
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
  const plain = place
    .normalize("NFD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${kind}_${plain}_${day(start)}_${day(end)}.csv`;
}

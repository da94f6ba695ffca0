import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { AppError } from "@pulse/contract/errors";
import { CsvError, parse } from "csv-parse";

/** A row of a file by the names of its columns. */
export type Cells = Readonly<Record<string, string>>;

const maxRows = 200_000;
/** Far longer than any row whose cells keep to their limits. */
const longestRowBytes = 64 * 1024;
const separators = [",", ";", "\t"] as const;
/** What an export puts before a text that a spreadsheet would take for a formula (shapes S15). */
export const guarded = /^'(?=[=+\-@\t\r])/;

/**
 * The rows of a CSV file below its header. UTF-8, or Windows-1252 if it is not valid UTF-8; separated by commas,
 * semicolons or tabs, as in the header. It is read piece by piece, so that other requests get their turn while a large
 * one is read.
 * @throws {AppError} `import_refused` for a file that is no table, lacks a column or has no rows
 */
export async function csvRows(path: string, required: readonly string[]): Promise<Cells[]> {
  const { encoding, header } = await lookInto(path);
  const separator = separators.reduce((most, each) => (countOf(header, each) > countOf(header, most) ? each : most));
  const rows: Cells[] = [];
  let names: readonly string[] = [];
  const parser = parse({
    bom: true,
    columns: (sentNames: string[]) => {
      const normalized = sentNames.map((name) => name.trim().toLowerCase());
      names = normalized;
      return normalized;
    },
    delimiter: separator,
    max_record_size: longestRowBytes,
    relax_column_count: true,
    skip_empty_lines: true,
    cast: (value) => value.replace(guarded, ""),
  });
  try {
    // A failure of any part reaches the loop.
    pipeline(createReadStream(path), decoding(encoding), parser, () => undefined);
    for await (const row of parser as AsyncIterable<Cells>) {
      if (Object.values(row).every((cell) => cell.trim() === "")) continue;
      rows.push(row);
      if (rows.length > maxRows) throw refused("file", `The file has more than ${maxRows} rows`);
    }
  } catch (error) {
    throw error instanceof AppError ? error : refused("file", tableFault(error), error);
  }
  for (const column of required) if (!names.includes(column)) throw refused(column, `The file has no column ${column}`);
  if (rows.length === 0) throw refused("file", "The file has no rows");
  return rows;
}

type Encoding = "utf-8" | "windows-1252";

/** Which encoding a file is in, and its first line. */
async function lookInto(path: string): Promise<{ encoding: Encoding; header: string }> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let first: Buffer | null = null;
  let encoding: Encoding = "utf-8";
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      first ??= chunk;
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
  } catch (error) {
    // Invalid UTF-8 is a TypeError; other errors come from the disk.
    if (!(error instanceof TypeError)) throw error;
    encoding = "windows-1252";
  }
  const text = new TextDecoder(encoding).decode(first ?? Buffer.alloc(0));
  return { encoding, header: text.slice(0, text.search(/[\r\n]|$/)) };
}

function decoding(encoding: Encoding) {
  const decoder = new TextDecoder(encoding);
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  };
}

const countOf = (text: string, separator: string): number => text.split(separator).length;

/** What keeps a file from being a table; the reader's own words are about its options. */
function tableFault(error: unknown): string {
  if (!(error instanceof CsvError)) return "The file is not a table";
  const line = "lines" in error ? Number(error["lines"]) : 1;
  return error.code === "CSV_MAX_RECORD_SIZE"
    ? `Line ${line} is too long`
    : `Line ${line} has a quotation mark that is not closed or in the wrong place`;
}

function refused(column: string, message: string, cause?: unknown): AppError {
  const details = [{ path: "file", row: 0, column, value: "", code: "invalid_parameter", message }];
  const whole = "The file cannot be imported, nothing was changed";
  return new AppError("import_refused", { message: whole, details, cause });
}

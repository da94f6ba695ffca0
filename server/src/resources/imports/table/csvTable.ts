import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { AppError } from "@pulse/contract/errors";
import type { TableEncoding } from "@pulse/contract/importHeaders";
import { CsvError, parse } from "csv-parse";
import { maxRowsBefore, maxTableRows, type TableFile, type TableRow } from "./TableFile.ts";
import { tableRefused } from "./tableRefused.ts";
import { encodingOf } from "./textEncoding.ts";

/** Far longer than any row whose cells keep to their limits. */
const longestRowBytes = 64 * 1024;
const separators = [",", ";", "\t", "|"] as const;
/** What an export puts before a text that a spreadsheet would take for a formula (shapes S15). */
export const guarded = /^'(?=[=+\-@\t\r])/;
/** What programs write so that Excel takes a cell for a text: ="00123". */
const asText = /^="(.*)"$/s;
/** A line that Excel writes and reads to name the separator. */
const separatorLine = /^\uFEFF?"?sep=(.)"?\s*$/i;

/**
 * A file of CSV, separated by commas, semicolons, tabs or bars, as in its first lines or as a line `sep=` says. It is read
 * piece by piece, so that other requests get their turn while a large one is read.
 * @param chosen the encoding, if the person has said it
 * @throws {AppError} `import_refused` for a file that is no table, or has too many rows
 */
export async function csvTable(path: string, chosen: TableEncoding | undefined): Promise<TableFile> {
  const encoding = chosen ?? (await encodingOf(path));
  const lines = await firstLines(path, encoding);
  const named = separatorLine.exec(lines[0] ?? "")?.[1];
  const separator = named ?? commonest(lines);
  const rows: TableRow[] = [];
  const skipped = named === undefined ? 0 : 1;
  const parser = parse({
    bom: true,
    delimiter: separator,
    max_record_size: longestRowBytes,
    relax_column_count: true,
    // Inches and seconds of an angle are written with it.
    relax_quotes: true,
    skip_empty_lines: true,
    cast: plainCell,
    // The types know only records; this one keeps its line, too.
    on_record: (cells: readonly string[], { lines: lastLine }) =>
      ({ line: lastLine + skipped - breaksIn(cells), cells }) satisfies TableRow as never,
  });
  try {
    // A failure of any part reaches the loop.
    pipeline(createReadStream(path), decoding(encoding, skipped), parser, () => undefined);
    for await (const row of parser as unknown as AsyncIterable<TableRow>) {
      if (row.cells.every((cell) => cell.trim() === "")) continue;
      rows.push(row);
      if (rows.length > maxTableRows + maxRowsBefore) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof AppError ? error : tableRefused("file", tableFault(error, skipped), error);
  }
  return { format: "csv", encoding, separator, rows };
}

/** A cell without what programs put around it for a spreadsheet. */
function plainCell(cell: string): string {
  if (cell.startsWith("'")) return cell.replace(guarded, "");
  return cell.startsWith('="') ? cell.replace(asText, "$1") : cell;
}

export const tooManyRows = (): AppError => tableRefused("file", `The file has more than ${maxTableRows} rows`);

/** A cell may have line breaks: a row is named by its first line. */
function breaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.match(/\r\n|\r|\n/g)!.length;
  return count;
}

const headChars = 20_000;
const headLines = 10;

async function firstLines(path: string, encoding: TableEncoding): Promise<string[]> {
  const decoder = new TextDecoder(encoding);
  let text = "";
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= headChars) break;
  }
  return text.split(/\r\n|\r|\n/).slice(0, headLines);
}

/** A cell in quotation marks, in which nothing separates. */
const quoted = /(^|[,;\t|])\s*"(?:[^"]|"")*"/g;

/** The separator of the line that has the most of one. */
function commonest(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replaceAll(quoted, "$1"));
  const counts = separators.map((each) => Math.max(0, ...bare.map((line) => line.split(each).length - 1)));
  // The header decides; lines before and after it only if it has none, as titles do not.
  const inHeader = separators.map((each) => (bare[0] ?? "").split(each).length - 1);
  const best = (numbers: readonly number[]): string => separators[numbers.indexOf(Math.max(...numbers))]!;
  return Math.max(...inHeader) > 0 ? best(inHeader) : best(counts);
}

function decoding(encoding: TableEncoding, skippedLines: number) {
  const decoder = new TextDecoder(encoding);
  let isSkipping = skippedLines > 0;
  const rest = (text: string): string => {
    if (!isSkipping) return text;
    const end = /\r\n|\r|\n/.exec(text);
    if (end === null) return "";
    isSkipping = false;
    return text.slice(end.index + end[0].length);
  };
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const chunk of chunks) yield rest(decoder.decode(chunk, { stream: true }));
    yield rest(decoder.decode());
  };
}

/** What keeps a file from being a table; the reader's own words are about its options. */
function tableFault(error: unknown, skipped: number): string {
  if (!(error instanceof CsvError)) return "The file is not a table";
  const line = ("lines" in error ? Number(error["lines"]) : 1) + skipped;
  return error.code === "CSV_MAX_RECORD_SIZE"
    ? `Line ${line} is too long`
    : `Line ${line} has a quotation mark that is not closed or in the wrong place`;
}

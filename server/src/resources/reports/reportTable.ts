import { csvName, plainName, type WriteTime } from "../../platform/http/csv.ts";
import type { ListedReport } from "./reports.repository.ts";

/** Rows of a file as lines of CSV, and how much of it is read with them, 0–1, if more than before. */
export interface Turn {
  rows: number;
  lines: Buffer;
  share: number | null;
}

/** One CSV file of a report; its rows are read while they are written. */
export interface ReportTable {
  name: string;
  columns: readonly string[];
  turns(time: WriteTime): AsyncGenerator<Turn, void>;
}

/**
 * Written at once, and as bytes: rows that wait to be written, and text that V8 still keeps in pieces, take ten times
 * the size of their lines.
 */
export function turnOf<Row>(rows: readonly Row[], share: number | null, lineOf: (row: Row) => string): Turn {
  let lines = "";
  for (const row of rows) lines += lineOf(row);
  return { rows: rows.length, lines: Buffer.from(lines), share };
}

/** The rows of a turn: few enough that writing them delays nothing else. */
const turnRows = 2500;

/** The same for many rows, turn by turn; the last turn says how much is read. */
export function* turnsOf<Row>(rows: readonly Row[], share: number, lineOf: (row: Row) => string): Generator<Turn> {
  let from = 0;
  while (from + turnRows < rows.length) {
    yield turnOf(rows.slice(from, from + turnRows), null, lineOf);
    from += turnRows;
  }
  yield turnOf(rows.slice(from), share, lineOf);
}

/** The file's name; `more` distinguishes it from the report's other files. */
export function tableName(report: ListedReport, ...more: string[]): string {
  return csvName([report.kind, ...more.map(plainName)].join("_"), report.site_name, report.start_at, report.end_at);
}

/** The span that was asked for. */
export const spanOf = ({ start_at: start, end_at: end }: ListedReport): { start: Date; end: Date } => ({ start, end });

/** How long something took, s; null: it has not ended. */
export function secondsBetween(start: Date | null, end: Date | null): number | null {
  return start === null || end === null ? null : Math.round((end.getTime() - start.getTime()) / 1000);
}

/** The database's seconds as ms. They are rounded by less than half a microsecond, which must not take a millisecond away. */
export const wholeMs = (seconds: number): number => Math.floor(seconds * 1000 + 0.0005);

import { csvName, plainName, type WriteTime } from "../http/csv.ts";
import type { ListedReport } from "./reports.repository.ts";

/** Rows of a file that were read at once, and how much of it is read with them, 0–1. */
export interface Turn {
  rows: number;
  share: number;
  /** Some of them as lines of CSV: writing all of them would keep others waiting. */
  lines(from: number, to: number): string;
}

/** One CSV file of a report; its rows are read while they are written. */
export interface ReportTable {
  name: string;
  columns: readonly string[];
  turns(time: WriteTime): AsyncGenerator<Turn, void>;
}

export function turnOf<Row>(rows: readonly Row[], share: number, lineOf: (row: Row) => string): Turn {
  const lines = (from: number, to: number): string => {
    let text = "";
    for (let nth = from; nth < Math.min(to, rows.length); nth++) text += lineOf(rows[nth]!);
    return text;
  };
  return { rows: rows.length, share, lines };
}

/** The file's name, with what else tells it from the others of the report. */
export function tableName(report: ListedReport, ...more: string[]): string {
  return csvName([report.kind, ...more.map(plainName)].join("_"), report.site_name, report.start_at, report.end_at);
}

/** The span that was asked for. */
export const spanOf = ({ start_at: start, end_at: end }: ListedReport): { start: Date; end: Date } => ({ start, end });

/** How long something took, s; null: it has not ended. */
export function secondsBetween(start: Date | null, end: Date | null): number | null {
  return start === null || end === null ? null : Math.round((end.getTime() - start.getTime()) / 1000);
}

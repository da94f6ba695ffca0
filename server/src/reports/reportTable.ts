import { csvName, type CsvValue, plainName } from "../http/csv.ts";
import type { ListedReport } from "./reports.repository.ts";

/** Rows of a file, and how much of it is read with them, 0–1. */
export interface Turn {
  rows: CsvValue[][];
  share: number;
}

/** One CSV file of a report; its rows are read while they are written. */
export interface ReportTable {
  name: string;
  columns: readonly string[];
  turns(): AsyncGenerator<Turn>;
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

import type { TableEncoding } from "@pulse/contract/importHeaders";

/** A line of a table: its number in the file, counted from 1, and its cells. */
export interface TableRow {
  line: number;
  cells: readonly string[];
}

/** A file as a table, its header among its rows. */
export interface TableFile {
  format: "csv" | "xlsx" | "ods";
  /** Null: the format says it. */
  encoding: TableEncoding | null;
  separator: string | null;
  rows: readonly TableRow[];
}

/** The most rows that a file may have. */
export const maxTableRows = 200_000;
/** Rows before the first that is imported: titles and the header. */
export const maxRowsBefore = 50;

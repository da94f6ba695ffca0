import { dateTime } from "../time/ages.ts";

/** A cell of a file; null and undefined are empty. */
export type CsvValue = string | number | boolean | null | undefined;

// A spreadsheet would treat such a text as a formula (shapes S15).
const formula = /^[=+\-@\t\r]/;

/** A file by RFC 4180: a header row, CRLF, quotes where needed; texts that look like formulas are prefixed with `'`. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Without it Excel reads UTF-8 in the computer's old code page.
const byteOrderMark = "\uFEFF";

/** The file name of a list saved today, by the viewer's own date: `users_20261120.csv`. */
export function csvFileName(kind: string): string {
  return `${kind}_${dateTime(Date.now()).slice(0, 10).replaceAll("-", "")}.csv`;
}

/** Passes a CSV file to the browser's downloads. */
export function saveCsv(filename: string, csv: string | Blob): void {
  saveFile(filename, new Blob([byteOrderMark, csv], { type: "text/csv;charset=utf-8" }));
}

/** Passes a file to the browser's downloads. */
export function saveFile(filename: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}

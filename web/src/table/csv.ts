/** A cell of a file; none is empty. */
export type CsvValue = string | number | boolean | null | undefined;

// A spreadsheet would take such a text for a formula (shapes S15).
const formula = /^[=+\-@\t\r]/;

/** A file by RFC 4180: a header row, CRLF, quotes where they are needed; texts that look like formulas are led by `'`. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Without it Excel takes UTF-8 for the computer's old code page.
const byteOrderMark = "\uFEFF";

/** What a list of today is saved as: `users_20261120.csv`. */
export function csvFileName(kind: string): string {
  return `${kind}_${new Date().toISOString().slice(0, 10).replaceAll("-", "")}.csv`;
}

/** Hands a CSV file to the browser's downloads. */
export function saveCsv(filename: string, csv: string | Blob): void {
  saveFile(filename, new Blob([byteOrderMark, csv], { type: "text/csv;charset=utf-8" }));
}

/** Hands a file to the browser's downloads. */
export function saveFile(filename: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}

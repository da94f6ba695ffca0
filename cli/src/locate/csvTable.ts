import { readFileSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";

/** An error in a person's input, in their words; ends the command with exit code 1. */
export class InputError extends Error {}

/** The first of some names, for a sentence about all of them. */
export function abbreviateList(names: readonly string[]): string {
  const first = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${first} …` : first;
}

/** One row of a CSV file; reading a cell with the wrong kind of value throws `InputError` naming its place. */
export interface CsvRow {
  text(column: string): string;
  /** The text, or null if the cell is empty or the column absent. */
  textOrNull(column: string): string | null;
  /** A finite number. */
  number(column: string): number;
  /** A finite number, or null if the column is absent or the cell is empty or says NaN, NA, null or -, as some write. */
  numberOrNull(column: string): number | null;
  /** Throws because the cell is not what is wanted. */
  refuse(column: string, wanted: string): never;
}

/** What programs write for a missing value. */
const NOTHING = /^(nan|n\/?a|null|none|-)?$/i;

/**
 * Calls `visit` for each row of a CSV file with a header (RFC 4180; UTF-8, with or without a byte-order mark). As
 * spreadsheets write them, rows of empty cells and empty cells at the end of rows are skipped, column names may have
 * capitals, and cells may be separated by semicolons. Throws `InputError` if the file cannot be read, lacks a needed
 * column or has a broken row.
 */
export function readCsv(path: string, needed: readonly string[], visit: (row: CsvRow) => void): void {
  const text = readText(path);
  let index: Map<string, number> | null = null;
  const take = (cells: string[], line: number): void => {
    if (cells.every((cell) => cell.trim() === "")) return;
    if (index === null) return void (index = columnsOf(cells, { path, line, needed }));
    if (cells.slice(index.size).some((cell) => cell.trim() !== ""))
      throw new InputError(`${path}, line ${line}: ${cells.length} cells where the header has ${index.size}`);
    visit(rowOf(path, line, index, cells));
  };
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        take(cells, lines);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new InputError(`${path}: a quotation mark is never closed`, { cause: error });
    throw error;
  }
  // An empty file lacks every column.
  if (index === null) columnsOf([], { path, line: 1, needed });
}

/** The place of each column. Throws `InputError` if a needed one is missing. */
function columnsOf(
  header: readonly string[],
  { path, line, needed }: { path: string; line: number; needed: readonly string[] },
): Map<string, number> {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new InputError(
      `${path}, line ${line}: column ${missing.join(", ")} is missing (needed: ${needed.join(", ")})`,
    );
  return new Map(names.map((name, at) => [name, at]));
}

function rowOf(path: string, line: number, index: Map<string, number>, cells: string[]): CsvRow {
  const cell = (column: string): string => {
    const at = index.get(column);
    return at === undefined ? "" : (cells[at] ?? "").trim();
  };
  const refuse = (column: string, wanted: string): never => {
    throw new InputError(`${path}, line ${line}, column ${column}: "${cell(column)}" is not ${wanted}`);
  };
  const numberOrNull = (column: string): number | null => {
    const text = cell(column);
    if (NOTHING.test(text)) return null;
    const value = Number(text);
    return Number.isFinite(value) ? value : refuse(column, "a number");
  };
  return {
    textOrNull: (column) => cell(column) || null,
    text: (column) => cell(column) || refuse(column, "a name"),
    number: (column) => numberOrNull(column) ?? refuse(column, "a number"),
    numberOrNull,
    refuse,
  };
}

function readText(path: string): string {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) throw new InputError(`${path} is written in UTF-16; save it as UTF-8`);
  return bytes.toString("utf8");
}

/** If a comma is the decimal point, spreadsheets separate cells by semicolons. The first line with a letter decides. */
function separatorOf(text: string): "," | ";" {
  const header = /^.*[^\s,;\uFEFF].*$/m.exec(text)?.[0] ?? "";
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}

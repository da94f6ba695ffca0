import { readFileSync } from "node:fs";

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
 * Calls `visit` for each row of a CSV file with a header (RFC 4180, no line breaks inside cells; UTF-8, with or without
 * a byte-order mark). As spreadsheets write them, rows of empty cells and empty cells at the end of rows are skipped,
 * column names may have capitals, and cells may be separated by semicolons. Throws `InputError` if the file cannot be
 * read, lacks a needed column or has a broken row.
 */
export function readCsv(path: string, needed: readonly string[], visit: (row: CsvRow) => void): void {
  const lines = readText(path)
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  const top = Math.max(
    0,
    lines.findIndex((line) => /[^\s,;]/.test(line)),
  );
  const separator = separatorOf(lines[top]!);
  const header = splitCells(lines[top]!, separator).map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !header.includes(name));
  if (missing.length) {
    throw new InputError(
      `${path}, line ${top + 1}: column ${missing.join(", ")} is missing (needed: ${needed.join(", ")})`,
    );
  }
  const index = new Map(header.map((name, at) => [name, at]));
  for (let at = top + 1; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    const cells = splitCells(line, separator);
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (cells.slice(header.length).some((cell) => cell.trim() !== "")) {
      throw new InputError(`${path}, line ${at + 1}: ${cells.length} cells where the header has ${header.length}`);
    }
    visit(rowOf(path, at + 1, index, cells));
  }
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

/** If a comma is the decimal point, spreadsheets separate cells by semicolons. */
function separatorOf(header: string): "," | ";" {
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}

function splitCells(line: string, separator: "," | ";"): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (quoted && c === '"' && line[i + 1] === '"') {
      cell += c;
      i++;
    } else if (c === '"') quoted = !quoted;
    else if (c === separator && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += c;
  }
  cells.push(cell);
  return cells;
}

import {
  furtherColumns,
  headerKey,
  importColumns,
  type ImportNoun,
  type MappedColumn,
  mapHeaders,
  numberColumns,
} from "@pulse/contract/importHeaders";
import { cleanName } from "@pulse/contract/names";
import { degreesIn } from "@pulse/geo/coordinates/angle";
import { placeInText } from "@pulse/geo/coordinates/placeInText";
import type { Cells } from "../ImportKind.ts";
import { spreadsheetError } from "./spreadsheetError.ts";
import type { TableFile, TableRow } from "./TableFile.ts";

/** A name that an import changes, as it may not have some of its characters. */
export interface ReplacedName {
  row: number;
  line: number;
  column: string;
  from: string;
  to: string;
}

/** A table whose columns are known. */
export interface MappedTable {
  headerLine: number;
  columns: MappedColumn[];
  rows: Cells[];
  replaced: ReplacedName[];
  /** Required columns that it does not have. */
  missing: string[];
}

interface Choice {
  noun: ImportNoun;
  required: readonly string[];
  oneOf: readonly string[];
  /** What each column is, if the person has said it; empty: it is ignored. */
  columns: readonly string[] | undefined;
  replaceCharacters: boolean;
  /** What names may have besides the usual characters. */
  nameCharacters: string;
  /** The codes of types by what people call them (headerKey). */
  types: ReadonlyMap<string, string>;
}

/** Where the header is looked for, below titles, rows. */
const headerWithin = 20;
const typeColumns: Readonly<Record<ImportNoun, string>> = {
  assets: "tracker_type",
  trackers: "type",
  hardwares: "hardware_type",
};

/** Finds a table's header and gives the rows below it the names of their columns, with values as the rules want them. */
export function mappedTable(table: TableFile, choice: Choice): MappedTable {
  const { noun, required, oneOf } = choice;
  const known = table.rows.slice(0, headerWithin).map(({ cells }) => mapHeaders(noun, cells));
  const has = (columns: readonly MappedColumn[]): number =>
    [...required, ...oneOf].filter((each) => columns.some(({ column }) => column === each)).length;
  const counts = known.map(has);
  const header = Math.max(0, counts.indexOf(Math.max(0, ...counts)));
  const columns = chosenColumns(known[header] ?? [], choice);
  const replaced: ReplacedName[] = [];
  const rows = table.rows.slice(header + 1).map((row, index): Cells => {
    const cells = cellsOf(row, columns, table.separator, choice);
    const name = cells["name"];
    if (name === undefined || !choice.replaceCharacters || spreadsheetError(name) !== null) return cells;
    const to = cleanName(name, choice.nameCharacters);
    if (to === name) return cells;
    replaced.push({ row: index + 1, line: row.line, column: "name", from: name, to });
    return { ...cells, name: to };
  });
  const isThere = (each: string): boolean => columns.some(({ column }) => column === each);
  const missing = [...required.filter((each) => !isThere(each)), ...(oneOf.some(isThere) ? [] : oneOf.slice(0, 1))];
  return { headerLine: table.rows[header]?.line ?? 1, columns, rows, replaced, missing };
}

function chosenColumns(found: readonly MappedColumn[], { noun, columns }: Choice): MappedColumn[] {
  if (columns === undefined) return [...found];
  const accepted = new Set<string>([...importColumns[noun], ...furtherColumns[noun]]);
  const used = new Set<string>();
  return found.map(({ header }, nth): MappedColumn => {
    const column = columns[nth] ?? "";
    if (column === "" || !accepted.has(column)) return { header, column: null, note: header === "" ? null : "unknown" };
    if (used.has(column)) return { header, column: null, note: "double" };
    used.add(column);
    return { header, column, note: null };
  });
}

/** Under which name a row's cells keep the number of its line in the file; no column is called so. */
export const lineCell = "#";
/** Before the number of the first cell that a row has beyond its header, under which it keeps what is written there. */
export const beyondHeader = "#";

function cellsOf(row: TableRow, columns: readonly MappedColumn[], separator: string | null, choice: Choice): Cells {
  const cells: Record<string, string> = { [lineCell]: String(row.line) };
  // In a workbook people write notes beside a table; in a text, a cell too many has moved others.
  const beyond = separator === null ? [] : row.cells.slice(columns.length).filter((cell) => cell.trim() !== "");
  if (beyond.length > 0)
    cells[beyondHeader + String(columns.length + 1)] = beyond.map((cell) => cell.trim()).join(", ");
  for (const [nth, { column }] of columns.entries()) {
    if (column === null) continue;
    const cell = row.cells[nth] ?? "";
    // A description keeps its spaces and line breaks.
    cells[column] = column === "description" ? cell : tidy(cell);
    if (column === "lat" || column === "lon") cells[column] = String(degreesIn(cells[column], column) ?? cells[column]);
    else if (numberColumns.has(column)) cells[column] = plainNumber(cells[column], separator);
    if (column === typeColumns[choice.noun])
      cells[column] = choice.types.get(headerKey(cells[column])) ?? cells[column];
  }
  return withPlace(cells);
}

/** A place in one cell stands for both coordinates; what is none is refused as a latitude. */
function withPlace(all: Record<string, string>): Cells {
  if (all["coordinates"] === undefined) return all;
  const { coordinates, ...cells } = all;
  if (coordinates === undefined || coordinates === "" || cells["lat"] || cells["lon"]) return cells;
  const place = placeInText(coordinates);
  return place === null ? { ...cells, lat: coordinates } : { ...cells, lat: String(place.lat), lon: String(place.lon) };
}

/** Without the spaces around it, and with plain ones instead of no-break ones. */
const tidy = (cell: string): string =>
  foreign.test(cell)
    ? cell
        .replaceAll(/[\u00A0\u2007\u202F\uFEFF]/g, " ")
        .normalize("NFC")
        .trim()
    : cell.trim();
/** Letters with their accents behind them, as macOS writes them, are composed ones to everybody else. */
const foreign = /[^ -~]/;

const unit = /(?<=\d)\s*(?:m|dbm)$/i;

/**
 * A number with a point. A comma is the decimal point where it does not separate cells; in a file separated by commas it is
 * one unless three digits follow, which may be thousands. What is no number stays as it is.
 */
function plainNumber(cell: string, separator: string | null): string {
  const text = cell
    .replaceAll("−", "-")
    .replaceAll(/(?<=\d)\s+(?=\d)/g, "")
    .replace(unit, "");
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return text;
  if (separator === "," && /,\d{3}$/.test(text)) return cell;
  if (/^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  return cell;
}

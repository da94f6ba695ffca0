import { setImmediate } from "node:timers/promises";
import type { Need } from "@pulse/contract/access";
import { errorMessage } from "@pulse/contract/errors";
import { withNameCharacters } from "@pulse/contract/nameCharacters";
import { secretColumns } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { maskedIrk } from "@pulse/contract/trackerIdentities";
import { toSnakeKey } from "@pulse/contract/wire";
import { invalid } from "../../platform/http/errors.ts";
import { unstorableText } from "../../platform/http/storableText.ts";
import type { CellFault, Cells, ImportKind } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";
import { beyondHeader, lineCell } from "./table/mappedTable.ts";
import { spreadsheetError } from "./table/spreadsheetError.ts";

/** How many rows are read before others get their turn: some milliseconds. */
const readAtOnce = 500;

/** The right to link, for rows that name what they are linked with. */
export const mayLink: Need = { area: "asset_identifier_link_management", letter: "c" };

/** A cell that may be left out. */
export function textOfCell(cell: string | undefined): string | undefined {
  return cell === undefined || cell.trim() === "" ? undefined : cell.trim();
}

/** A column of an asset's file that names its tracker. */
const trackerIdentity = /^tracker_(?:mac|ibeacon|eddystone_uid|irk)$/;

const messages = {
  must_be_unique: (column: string) => `${column} must be unique`,
  not_found: () => errorMessage("not_found"),
  archived: () => "is archived",
  already_linked: (column: string) =>
    errorMessage("already_linked", { entity: trackerIdentity.test(column) ? "Tracker" : "Asset" }),
} as const;

/** What is wrong with a row, given the others. */
export function faultOf(
  code: keyof typeof messages,
  { row, line }: Pick<ReadRow<object>, "row" | "line">,
  column: string,
  value: string,
): CellFault {
  return { row, line, column, value, code, message: messages[code](column) };
}

/** A type that nobody has, with those that there are, as the screens show them. */
export function typeFault(
  { row, line }: Pick<ReadRow<object>, "row" | "line">,
  column: string,
  value: string,
  types: readonly { name: string }[],
): CellFault {
  const message = `must be one of ${types.map(({ name }) => name).join(", ")}`;
  return { row, line, column, value, code: "not_found", message };
}

/**
 * Reads each row by itself: the values of those that are fine, and what is wrong with the others, cell by cell. After a
 * thousand of the latter the rest of the file is not read.
 * @param nameCharacters what names may have besides the usual characters
 */
export async function readRows<Value extends object>(
  kind: Pick<ImportKind<Value>, "rule" | "valueOf">,
  rows: readonly Cells[],
  nameCharacters: string,
): Promise<{ read: ReadRow<Value>[]; faults: CellFault[]; checked: number }> {
  const read: ReadRow<Value>[] = [];
  const faults: CellFault[] = [];
  let faulty = 0;
  for (const [index, cells] of rows.entries()) {
    const row = index + 1;
    if (row % readAtOnce === 0) await setImmediate();
    // A file that waits from before lines were kept: its header was its first line.
    const line = Number(cells[lineCell] ?? row + 1);
    const found = withNameCharacters(nameCharacters, () => faultsOf(kind, cells));
    if ("value" in found) {
      read.push({ row, line, value: found.value });
      continue;
    }
    for (const fault of found.faults) faults.push({ row, line, ...fault });
    faulty += 1;
    if (faulty === limits.importFaultsTold) return { read, faults, checked: row };
  }
  return { read, faults, checked: rows.length };
}

/** The value of a row, or what is wrong with its cells. */
function faultsOf<Value extends object>(
  kind: Pick<ImportKind<Value>, "rule" | "valueOf">,
  cells: Cells,
): { value: Value } | { faults: Omit<CellFault, "row" | "line">[] } {
  const sent = kind.valueOf(cells);
  const unstorable = unstorableText(sent);
  if (unstorable !== null) {
    const { path: column, code, message } = unstorable;
    return { faults: [{ column, value: shown(cells, column).replaceAll("\0", ""), code, message }] };
  }
  const errors = unreadCells(cells);
  const result = kind.rule.safeParse(sent, { reportInput: true });
  if (result.success) return errors.length === 0 ? { value: result.data } : { faults: errors };
  const { details } = invalid(result.error, toSnakeKey, kind.rule);
  const others = details.filter(({ path }) => errors.every(({ column }) => column !== path));
  return {
    faults: [
      ...errors,
      ...others.map(({ path, code, message }) => ({ column: path, value: shown(cells, path), code, message })),
    ],
  };
}

/** The cells that no rule would tell from a text: with an error of the spreadsheet, or beyond the header. */
function unreadCells(cells: Cells): Omit<CellFault, "row" | "line">[] {
  const faults: Omit<CellFault, "row" | "line">[] = [];
  for (const column in cells) {
    if (column === lineCell) continue;
    const value = cells[column] ?? "";
    const fault = column.startsWith(beyondHeader) ? tooManyCells : spreadsheetError(value);
    if (fault !== null)
      faults.push({ column: column.replace(beyondHeader, ""), value: value.slice(0, shownCharacters), ...fault });
  }
  return faults;
}

const tooManyCells = { code: "invalid_parameter", message: "The row has more cells than the header" } as const;

/** So much of a cell, in characters, that a reader of the answer recognizes it. */
const shownCharacters = 200;

function shown(cells: Cells, column: string): string {
  return shownCell(column, cells[column] ?? "").slice(0, shownCharacters);
}

/** A cell as answers have it: of a secret its last four characters, if it has more. */
export function shownCell(column: string | null, cell: string): string {
  if (column === null || !secretColumns.has(column)) return cell;
  const secrets = cell.split(";").map((each) => each.trim());
  return secrets.map((each) => (each.length > 4 ? maskedIrk(each) : "")).join("; ");
}

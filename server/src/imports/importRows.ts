import { setImmediate } from "node:timers/promises";
import type { Need } from "@pulse/contract/access";
import { errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import { toSnakeKey } from "@pulse/contract/wire";
import { invalid } from "../http/errors.ts";
import type { Cells } from "./csvRows.ts";
import type { CellFault, ImportKind, ReadRow } from "./ImportKind.ts";

/** How many rows are read before others get their turn: some milliseconds. */
const readAtOnce = 500;

/** The right to link, for rows that name what they are linked with. */
export const mayLink: Need = { area: "asset_identifier_link_management", letter: "c" };

/** A cell that may be left out. */
export function givenCell(cell: string | undefined): string | undefined {
  return cell === undefined || cell.trim() === "" ? undefined : cell.trim();
}

const messages = {
  must_be_unique: (column: string) => `${column} must be unique`,
  not_found: () => errorMessage("not_found"),
  archived: () => "is archived",
  already_linked: (column: string) =>
    errorMessage("already_linked", { entity: column === "tracker_mac" ? "Tracker" : "Asset" }),
} as const;

/** What is wrong with a row, given the others. */
export function faultOf(code: keyof typeof messages, row: number, column: string, value: string): CellFault {
  return { row, column, value, code, message: messages[code](column) };
}

/**
 * Reads each row by itself: the values of those that are fine, and what is wrong with the others, cell by cell. After a
 * thousand of the latter the rest of the file is not read.
 */
export async function readRows<Value extends object>(
  kind: Pick<ImportKind<Value>, "rule" | "valueOf">,
  rows: readonly Cells[],
): Promise<{ read: ReadRow<Value>[]; faults: CellFault[]; checked: number }> {
  const read: ReadRow<Value>[] = [];
  const faults: CellFault[] = [];
  let faulty = 0;
  for (const [index, cells] of rows.entries()) {
    const row = index + 1;
    if (row % readAtOnce === 0) await setImmediate();
    const result = kind.rule.safeParse(kind.valueOf(cells), { reportInput: true });
    if (result.success) {
      read.push({ row, value: result.data });
      continue;
    }
    for (const { path, code, message } of invalid(result.error, toSnakeKey, kind.rule).details)
      faults.push({ row, column: path, value: (cells[path] ?? "").slice(0, 200), code, message });
    faulty += 1;
    if (faulty === limits.importFaultsTold) return { read, faults, checked: row };
  }
  return { read, faults, checked: rows.length };
}

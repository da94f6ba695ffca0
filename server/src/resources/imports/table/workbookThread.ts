import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type ImportNoun, mapHeaders } from "@pulse/contract/importHeaders";
import { readOds } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import { odsWithPlainRows } from "./odsRows.ts";
import { formulaWithoutValue } from "./spreadsheetError.ts";
import { maxRowsBefore, maxTableRows, type TableRow } from "./TableFile.ts";
import { zipText } from "./zipText.ts";

/** What the thread reads. */
export interface WorkbookJob {
  path: string;
  format: "xlsx" | "ods";
  noun: ImportNoun;
}
export type WorkbookReply = { rows: TableRow[] } | { failed: string };

type Value = string | number | boolean | Date | null;
/** What is known of a cell besides its value, if anything is. */
interface Details {
  formula?: string | undefined;
  style?: { numFmt?: string | undefined } | undefined;
}

/** A number format that only fills up with zeros, maybe behind a text: people see "00123" or "INV-0123". */
const filling = /^(?:"([^"]*)")?(0{2,})$/;
const hasFilling = /\bformatCode="(?:&quot;[^"]*&quot;)?0{2,}"/;

/** The text of a cell as a CSV file would have it: numbers with a point, dates in ISO 8601. */
function textOf(cell: unknown, detailsOf: () => Details | undefined): string {
  if (cell instanceof Date) return cell.toISOString().replace("T00:00:00.000Z", "");
  const value = cell as Value | undefined;
  if (value === null || value === undefined) return detailsOf()?.formula === undefined ? "" : formulaWithoutValue;
  if (typeof value !== "number" || value < 0 || !Number.isInteger(value)) return String(value);
  const [, before = "", zeros = ""] = filling.exec(detailsOf()?.style?.numFmt ?? "") ?? [];
  return before + String(value).padStart(zeros.length, "0");
}

async function read({ path, format, noun }: WorkbookJob): Promise<TableRow[]> {
  // One row more than allowed, so that too many are noticed. The styles of all cells take much memory and are rarely needed.
  const readStyles = format === "xlsx" && hasFilling.test(await zipText(path, "xl/styles.xml"));
  const options = { maxRows: maxTableRows + maxRowsBefore + 1, readStyles };
  const { sheets } = await (format === "xlsx"
    ? readXlsx(readFileSync(path), options)
    : readOds(await odsWithPlainRows(path), options));
  const tables = sheets.map(({ rows, cells: details }) =>
    rows
      .map((cells, row): TableRow => ({
        line: row + 1,
        cells: Array.from(cells, (cell, column) => textOf(cell, () => details?.get(`${row},${column}`))),
      }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
  );
  // The sheet with the most of the columns; of two, the first.
  const known = (rows: readonly TableRow[]): number =>
    Math.max(
      0,
      ...rows
        .slice(0, maxRowsBefore)
        .map(({ cells }) => mapHeaders(noun, cells).filter(({ column }) => column !== null).length),
    );
  const scores = tables.map(known);
  const best = scores.indexOf(Math.max(...scores));
  return tables[Math.max(0, best)] ?? [];
}

const answer = (reply: WorkbookReply): void => {
  // The rule is about windows; a thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(reply);
};
read(workerData as WorkbookJob).then(
  (rows) => answer({ rows }),
  (error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }),
);

import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type ImportNoun, mapHeaders } from "@pulse/contract/importHeaders";
import { readOds } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import { odsWithPlainRows } from "./odsRows.ts";
import { maxRowsBefore, maxTableRows, type TableRow } from "./TableFile.ts";

/** What the thread reads. */
export interface WorkbookJob {
  path: string;
  format: "xlsx" | "ods";
  noun: ImportNoun;
}
export type WorkbookReply = { rows: TableRow[] } | { failed: string };

type Cell = string | number | boolean | Date | null;

/** The text of a cell as a CSV file would have it: numbers with a point, dates in ISO 8601. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace("T00:00:00.000Z", "");
  const value = cell as Cell | undefined;
  return value === null || value === undefined ? "" : String(value);
}

async function read({ path, format, noun }: WorkbookJob): Promise<TableRow[]> {
  // One row more than allowed, so that too many are noticed.
  const options = { maxRows: maxTableRows + maxRowsBefore + 1 };
  const { sheets } = await (format === "xlsx"
    ? readXlsx(readFileSync(path), options)
    : readOds(await odsWithPlainRows(path), options));
  const tables = sheets.map(({ rows }) =>
    rows
      .map((cells, index): TableRow => ({ line: index + 1, cells: Array.from(cells, textOf) }))
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

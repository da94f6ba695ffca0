import { furtherColumns } from "@pulse/contract/importHeaders";
import type { ImportedFile } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import type { ImportKind } from "./ImportKind.ts";
import { shownCell } from "./importRows.ts";
import { tooManyRows } from "./table/csvTable.ts";
import type { MappedTable } from "./table/mappedTable.ts";
import { maxTableRows, type TableFile } from "./table/TableFile.ts";
import { tableRefused } from "./table/tableRefused.ts";

/** How many rows people look at to see whether a file was read as it was meant. */
const shownRows = 5;
const shownCharacters = 200;

/** How a file was read, for its preview. */
export function importedFile(
  table: TableFile,
  mapped: MappedTable,
  kind: Pick<ImportKind<object>, "noun" | "columns">,
): ImportedFile {
  const { headerLine, columns, missing, replaced } = mapped;
  const below = table.rows.filter(({ line }) => line > headerLine);
  return {
    format: table.format,
    encoding: table.encoding,
    separator: table.separator,
    headerLine,
    columns: columns.map((each) => ({ ...each, header: each.header.slice(0, shownCharacters) })),
    accepted: [...kind.columns, ...furtherColumns[kind.noun]],
    missing,
    firstRows: below.slice(0, shownRows).map(({ line, cells }) => ({
      line,
      cells: columns.map(({ column }, nth) =>
        shownCell(column, (cells[nth] ?? "").replaceAll("\0", "")).slice(0, shownCharacters),
      ),
    })),
    replaced: replaced.slice(0, limits.importFaultsTold),
  };
}

/**
 * Refuses a table without a required column, or without rows.
 * @param isPreview people choose its columns then
 */
export function refuseTable({ missing, rows }: MappedTable, isPreview: boolean): void {
  const [column] = missing;
  if (column !== undefined && !isPreview) throw tableRefused(column, `The file has no column ${column}`);
  if (rows.length === 0) throw tableRefused("file", "The file has no rows");
  if (rows.length > maxTableRows) throw tooManyRows();
}

import { AppError } from "@pulse/contract/errors";
import type { ImportedFile, ImportReport, RowsQuery } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { CellFault, ImportKind } from "./ImportKind.ts";
import type { StoredImport } from "./imports.repository.ts";

/** The refusal of a file with faults; if there are many, only the first are listed. */
export function refusal(faults: readonly CellFault[]): AppError {
  const count = new Set(faults.map(({ row }) => row)).size;
  const details = faults.slice(0, limits.importFaultsTold).map((fault) => ({
    path: `rows[${fault.row}].${fault.column}`,
    ...fault,
  }));
  return new AppError("import_refused", { values: { count }, details });
}

type KnownDevices = Pick<StoredImport, "id" | "state" | "total" | "created">;
/** A page of a report's rows. */
export interface ReportPage {
  content: ImportReport;
  metadata: PageMetadata;
}

/** What became of a file, as the API reports it. */
export function reportOf(stored: KnownDevices & Pick<StoredImport, "report">, query: RowsQuery = {}): ReportPage {
  const { id, state, total, created, report } = stored;
  const updated = "ids" in report ? report.ids.filter(({ changed }) => changed === true).length : 0;
  const known = { id, dryRun: false, state, total, created, updated, file: null };
  return "ids" in report
    ? pageOf({ ...known, checked: state === "running" ? 0 : total }, report.ids, [], query)
    : // Without an error there is nothing to say about a row of a refused file: nothing was made of it.
      pageOf({ ...known, checked: report.checked ?? total }, [], report.faults.map(withLine), {
        ...query,
        status: "error",
      });
}

/** A fault from before lines were kept: the header was the first line. */
const withLine = <Fault extends { row: number; line?: number }>(fault: Fault): Fault & { line: number } => ({
  ...fault,
  line: fault.line ?? fault.row + 1,
});

/** What would become of it. */
export function dryReport(
  known: KnownDevices & { checked: number; updated: number; file: ImportedFile },
  ids: readonly { id: string | null }[],
  faults: readonly CellFault[],
  query: RowsQuery,
): ReportPage {
  const { id, state, total, checked, created, updated, file } = known;
  return pageOf(
    { id, dryRun: true, state, total, checked, created, updated, file },
    ids.slice(0, checked),
    faults,
    query,
  );
}

function pageOf(
  known: Omit<ImportReport, "rows">,
  ids: readonly { id: string | null }[],
  faults: readonly CellFault[],
  { status, page = 1, limit = limits.importRowsListed }: RowsQuery,
): ReportPage {
  const faulty = new Map(faultyRows(faults).map((each) => [each.row, each]));
  const rows = status === "error" ? [...faulty.keys()] : ids.map((_, index) => index + 1);
  const listed = rows
    .slice((page - 1) * limit, page * limit)
    .map((row) => faulty.get(row) ?? { row, line: null, status: "ok" as const, id: ids[row - 1]!.id, errors: [] });
  return { content: { ...known, rows: listed }, metadata: pageMetadata(rows.length, page, limit) };
}

function faultyRows(faults: readonly CellFault[]): ImportReport["rows"] {
  return [...Map.groupBy(faults, ({ row }) => row)].map(([row, ofRow]) => ({
    row,
    line: ofRow[0]?.line ?? null,
    status: "error" as const,
    id: null,
    errors: ofRow.map(({ column, value, code, message }) => ({ column, value, code, message })),
  }));
}

/** The audit record of an import, or of undoing it. */
export function recordOf(
  kind: Pick<ImportKind<object>, "event">,
  row: Pick<StoredImport, "id" | "customer_id" | "site_id" | "filename" | "total">,
  action: "import" | "delete" = "import",
): WriteRecord {
  return {
    kind: kind.event,
    action,
    entity: { kind: "import", id: row.id, name: row.filename },
    customerId: row.customer_id,
    siteId: row.site_id,
    changes: [{ field: "rows", before: null, after: row.total }],
  };
}

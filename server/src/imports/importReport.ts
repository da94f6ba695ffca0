import { AppError } from "@pulse/contract/errors";
import type { ImportReport } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import type { WriteRecord } from "../writes/record.ts";
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

type Known = Pick<StoredImport, "id" | "state" | "total" | "created">;

/** What became of a file, as the API reports it. */
export function reportOf({ id, state, total, created, report }: Known & Pick<StoredImport, "report">): ImportReport {
  const rows =
    "ids" in report
      ? report.ids.map((each, index) => ({ row: index + 1, status: "ok" as const, id: each.id, errors: [] }))
      : faultyRows(report.faults);
  return { id, dryRun: false, state, total, created, rows };
}

/** What would become of it. */
export function dryReport(
  { id, state, total, created }: Known,
  ids: readonly { id: string | null }[],
  faults: readonly CellFault[],
): ImportReport {
  const faulty = new Map(faultyRows(faults).map((each) => [each.row, each]));
  const rows = ids.map((each, index) => {
    const row = index + 1;
    return faulty.get(row) ?? { row, status: "ok" as const, id: each.id, errors: [] };
  });
  return { id, dryRun: true, state, total, created, rows };
}

function faultyRows(faults: readonly CellFault[]): ImportReport["rows"] {
  return [...Map.groupBy(faults, ({ row }) => row)].map(([row, ofRow]) => ({
    row,
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

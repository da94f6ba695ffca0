import { csvLine, type CsvValue } from "../../platform/http/csv.ts";
import { type Places, roomOf } from "../../pipeline/places/places.ts";
import { type ReportTable, spanOf, tableName, turnOf } from "./reportTable.ts";
import type { ReportRows, RingRow } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";

const columns = [
  "requested_at",
  "user_email",
  "asset_name",
  "tracker_name",
  "tracker_mac",
  "kind",
  "gateway",
  "state",
  "reason",
  "completed_at",
  "location",
];

/** Who made which tracker of a site ring, and where it was then. */
export function ringTable(stored: ReportRows, places: Places, report: ListedReport): ReportTable {
  return {
    name: tableName(report),
    columns,
    async *turns(time) {
      for (let after: RingRow | null = null; ;) {
        const rows: RingRow[] = await stored.rings(report.site_id, spanOf(report), after);
        const isLast = rows.length < stored.pageRows;
        yield turnOf(rows, isLast ? 1 : 0.5, (row) => csvLine(cellsOf(row, places), time));
        if (isLast) return;
        after = rows.at(-1)!;
      }
    },
  };
}

function cellsOf(row: RingRow, places: Places): CsvValue[] {
  return [
    row.requested_at,
    row.requested_by,
    row.asset_name,
    row.target_name,
    row.mac,
    "ring",
    row.via_name,
    row.state,
    row.reason,
    row.completed_at,
    places.location(row.floor_id, roomOf(row)),
  ];
}

import type { CsvValue } from "../http/csv.ts";
import type { Places } from "../sites/places.ts";
import { placeCells } from "../history/placeCells.ts";
import { type ReportTable, secondsBetween, spanOf, tableName } from "./reportTable.ts";
import type { PositionRow, ReportRows } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";
import { inSlices } from "./slices.ts";

type Cells = ReturnType<typeof cellsOf>;

const columns = [
  "asset_name",
  "asset_type",
  "tracker_name",
  "tracker_mac",
  "building",
  "floor",
  "location",
  "lat",
  "lon",
  "elevation",
  "accuracy",
  "nearest_hardware",
  "start_timestamp",
  "end_timestamp",
  "duration_s",
] as const satisfies (keyof Cells)[];

/** Where the assets of a site were, in the order in which their stays ended. */
export function positionTable(stored: ReportRows, places: Places, report: ListedReport): ReportTable {
  const { site_id: siteId, is_newest_first: isNewestFirst, sees_elevation: seesElevation } = report;
  const span = spanOf(report);
  const shown = columns.filter((column) => seesElevation || column !== "elevation");
  return {
    name: tableName(report),
    columns: shown,
    async *turns() {
      const parts = inSlices(span, isNewestFirst, (slice, most) =>
        stored.positions(siteId, slice, span, isNewestFirst, most),
      );
      for await (const { rows, share } of parts) {
        const cells = rows.map((row) => cellsOf(row, places));
        yield { rows: cells.map((of): CsvValue[] => shown.map((column) => of[column])), share };
      }
    },
  };
}

function cellsOf(row: PositionRow, places: Places) {
  return {
    asset_name: row.asset_name,
    asset_type: row.asset_type,
    tracker_name: row.tracker_name,
    tracker_mac: row.tracker_mac,
    ...placeCells(row, places),
    start_timestamp: row.ts,
    end_timestamp: row.end_ts,
    duration_s: secondsBetween(row.ts, row.end_ts),
  };
}

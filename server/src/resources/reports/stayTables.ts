import { csvLine, type CsvValue, plainName, type WriteTime } from "../../platform/http/csv.ts";
import { type ReportTable, secondsBetween, spanOf, tableName, type Turn, turnOf } from "./reportTable.ts";
import type { ReportRows, StayRow } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";

const columns = ["geofence_name", "asset_name", "asset_type", "enter_time", "exit_time", "exit_reason", "duration_s"];

/** The stays in the geofences of a site: in one file, or in one for each geofence that has any. */
export async function stayTables(stored: ReportRows, report: ListedReport): Promise<ReportTable[]> {
  const fences = await stored.geofences(report.site_id);
  const table = (name: string, ids: string[]): ReportTable => ({ name, columns, turns: (time) => turnsOf(ids, time) });
  const turnsOf = async function* (ids: readonly string[], time: WriteTime): AsyncGenerator<Turn, void> {
    const span = spanOf(report);
    for (let after: StayRow | null = null; ;) {
      const rows: StayRow[] = await stored.stays(ids, span, after, report.is_newest_first);
      const isLast = rows.length < stored.pageRows;
      yield turnOf(rows, isLast ? 1 : 0.5, (row) => csvLine(cellsOf(row, span), time));
      if (isLast) return;
      after = rows.at(-1)!;
    }
  };
  if (!report.is_split) {
    const ids = fences.map(({ id }) => id);
    return [table(tableName(report), ids)];
  }
  const names = new Map<string, number>();
  return fences.map(({ id, name }) => {
    // A deleted geofence may have had the name of another one, and two names may give the same file name.
    const nth = (names.get(plainName(name)) ?? 0) + 1;
    names.set(plainName(name), nth);
    return table(tableName(report, name, ...(nth === 1 ? [] : [String(nth)])), [id]);
  });
}

/** Times outside the span are left out (decisions C22). */
function cellsOf(row: StayRow, { start, end }: { start: Date; end: Date }): CsvValue[] {
  const entered = row.enter_at < start ? null : row.enter_at;
  const exitAt = row.exit_at === null || row.exit_at > end ? null : row.exit_at;
  return [
    row.geofence_name,
    row.asset_name,
    row.asset_type,
    entered,
    exitAt,
    exitAt === null ? null : row.exit_reason,
    secondsBetween(entered, exitAt),
  ];
}

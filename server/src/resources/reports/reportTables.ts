import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import { placesOf } from "../../pipeline/places/places.ts";
import { beaconTable } from "./beaconTable.ts";
import { positionTable } from "./positionTable.ts";
import { fewRows, reportRowsRepository } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";
import type { ReportTable } from "./reportTable.ts";
import { ringTable } from "./ringTable.ts";
import { stayTables } from "./stayTables.ts";

/** This many stays a turn make a report faster by half if the database has its own server. */
const manyRows = 20_000;

/**
 * The files that a report consists of (shapes S15).
 * @param hasOwnServer whether the database is another process, which nothing else waits for while it reads
 */
export async function reportTables(
  { db, months }: { db: Kysely<Database>; months: ColdHistory },
  report: ListedReport,
  hasOwnServer: boolean,
): Promise<ReportTable[]> {
  const stored = reportRowsRepository(db, months, hasOwnServer ? manyRows : fewRows);
  if (report.kind === "geofence-history") return stayTables(stored, report);
  const places = await placesOf(db, report.site_id);
  const tables = {
    "asset-history": positionTable,
    "asset-search-history": ringTable,
    "active-beacons": beaconTable,
  } as const;
  return [tables[report.kind](stored, places, report)];
}

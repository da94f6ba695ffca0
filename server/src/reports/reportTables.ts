import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { placesOf } from "../sites/places.ts";
import { beaconTable } from "./beaconTable.ts";
import { positionTable } from "./positionTable.ts";
import { reportRowsRepository } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";
import type { ReportTable } from "./reportTable.ts";
import { ringTable } from "./ringTable.ts";
import { stayTables } from "./stayTables.ts";

/** The files that a report consists of (shapes S15). */
export async function reportTables(db: Kysely<Database>, report: ListedReport): Promise<ReportTable[]> {
  const stored = reportRowsRepository(db);
  if (report.kind === "geofence-history") return stayTables(stored, report);
  const places = await placesOf(db, report.site_id);
  const tables = {
    "asset-history": positionTable,
    "asset-search-history": ringTable,
    "active-beacons": beaconTable,
  } as const;
  return [tables[report.kind](stored, places, report)];
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import { arrayOf } from "../../../platform/database/unnest.ts";
import type { FreezableSite, Period, TrackerRow } from "../cold/frozenRows.repository.ts";
import type { ThinnableRow } from "./thinRows.ts";

/**
 * The sites with history from before a moment that is not thinned. Those whose sums of earlier hours are behind wait, so that
 * sums are made of all rows.
 */
export async function thinnableSites(db: Kysely<Database>, before: Date): Promise<FreezableSite[]> {
  const { rows } = await sql<FreezableSite>`
    select s.id, s.customer_id as "customerId", t.until_ts as until from sites s left join thinned_sites t on t.site_id = s.id
    where (t.until_ts is null or t.until_ts < ${before})
      and not exists (select from changed_hours h where h.site_id = s.id and h.hour < ${before})
    order by s.id`.execute(db);
  return rows;
}

/** The rows of these trackers that began in a period, by tracker and time. */
export async function thinnableRows(
  db: Kysely<Database>,
  trackerIds: readonly string[],
  { from, to }: Period,
): Promise<ThinnableRow[]> {
  const { rows } = await sql<ThinnableRow>`
    select tracker_id, ts, end_ts, asset_id, floor_id, room_id, mechanism, shown from positions
    where tracker_id = any(${arrayOf("uuid", trackerIds, (id) => id)}) and ts >= ${from} and ts < ${to}
    order by tracker_id, ts`.execute(db);
  return rows;
}

/** Deletes rows with their smoothed places. */
export async function deleteThinned(
  trx: Kysely<Database>,
  leaving: readonly TrackerRow[],
  { from, to }: Period,
): Promise<void> {
  const keys = sql`unnest(${arrayOf("uuid", leaving, (row) => row.tracker_id)},
    ${arrayOf("timestamptz", leaving, (row) => row.ts.toISOString())}) as leaving (id, at)`;
  for (const table of ["positions", "smoothed_positions"] as const)
    await sql`delete from ${sql.table(table)} p using ${keys}
      where p.tracker_id = leaving.id and p.ts = leaving.at and p.ts >= ${from} and p.ts < ${to}`.execute(trx);
}

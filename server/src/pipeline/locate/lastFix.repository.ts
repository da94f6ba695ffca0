import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** When a tracker had its last stored fix, ms; null: none on this site. */
export async function lastFixMs(db: Kysely<Database>, siteId: string, trackerId: string): Promise<number | null> {
  const row = await db
    .selectFrom("latest_positions")
    .select("end_ts")
    .where("tracker_id", "=", trackerId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  return row?.end_ts.getTime() ?? null;
}

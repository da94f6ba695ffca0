import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/**
 * Marks the sums of these hours as behind. Rows are written in one order, so that two writers never wait for each
 * other.
 */
export async function markHours(
  db: Kysely<Database>,
  hours: readonly { siteId: string; hourMs: number }[],
): Promise<void> {
  await sql`insert into changed_hours (site_id, hour)
    select * from unnest(${arrayOf("uuid", hours, (row) => row.siteId)},
      ${arrayOf("timestamptz", hours, (row) => instant(row.hourMs))})
    on conflict (site_id, hour) do update set mark = gen_random_uuid()`.execute(db);
}

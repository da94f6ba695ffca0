import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** An hour whose sums are behind. */
export interface ChangedHour {
  siteId: string;
  hour: Date;
  mark: string;
}

/** The newest hours whose sums are behind, of a site's span or of all. */
export async function changedHours(
  db: Kysely<Database>,
  of: { siteId: string; from: Date; to: Date } | null,
  limit: number,
): Promise<ChangedHour[]> {
  let query = db
    .selectFrom("changed_hours")
    .select(["site_id as siteId", "hour", "mark"])
    .orderBy("hour", "desc")
    .orderBy("site_id")
    .limit(limit);
  if (of !== null)
    query = query.where("site_id", "=", of.siteId).where("hour", ">=", of.from).where("hour", "<=", of.to);
  return query.execute();
}

/** Locks the hour until the end of the transaction; null: somebody else has summed it. */
export async function lockHour(trx: Kysely<Database>, { siteId, hour }: ChangedHour): Promise<string | null> {
  const row = await trx
    .selectFrom("changed_hours")
    .select("mark")
    .where("site_id", "=", siteId)
    .where("hour", "=", hour)
    .forUpdate()
    .executeTakeFirst();
  return row?.mark ?? null;
}

export async function deleteChangedHour(trx: Kysely<Database>, { siteId, hour }: ChangedHour): Promise<void> {
  await trx.deleteFrom("changed_hours").where("site_id", "=", siteId).where("hour", "=", hour).execute();
}

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import { arrayOf } from "../../../platform/database/unnest.ts";

/** A stored file of frozen positions of one site. */
export interface ColdFile {
  name: string;
  customerId: string;
  siteId: string;
  /** Its rows began in this time; `to` is exclusive. The files of a site do not overlap. */
  from: Date;
  to: Date;
  rows: number;
  bytes: number;
}

/** Whose rows are read: those of a site, or of some of its assets or trackers. */
export type ColdScope = { siteId: string } | { assetIds: readonly string[] } | { trackerIds: readonly string[] };

/** Both ends inclusive. */
export interface ColdSpan {
  from: Date;
  to: Date;
}

/** Whether file `f` belongs to the customer and the site of whatever is read. */
function isOf(of: ColdScope): RawBuilder<unknown> {
  if ("siteId" in of)
    return sql`exists (select from sites s where s.id = ${of.siteId} and s.id = f.site_id and s.customer_id = f.customer_id)`;
  const [table, ids] = "assetIds" in of ? ["assets", of.assetIds] : ["trackers", of.trackerIds];
  return sql`(f.site_id, f.customer_id) in (select t.site_id, t.customer_id from ${sql.table(table)} t
    where t.id = any(${arrayOf("uuid", ids, (id) => id)}))`;
}

/** The files that may have rows of a span, oldest first. */
export async function coldFilesOf(db: Kysely<Database>, of: ColdScope, { from, to }: ColdSpan): Promise<ColdFile[]> {
  const { rows } = await sql<ColdFile>`
    select f.name, f.customer_id as "customerId", f.site_id as "siteId", f.from_ts as "from", f.to_ts as "to", f.rows, f.bytes
    from cold_files f where f.frozen_at is not null and f.from_ts <= ${to} and f.to_ts > ${from} and ${isOf(of)}
    order by f.site_id, f.from_ts`.execute(db);
  return rows;
}

/** The trackers that these assets have or had. */
export async function trackersOfAssets(db: Kysely<Database>, assetIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("links")
    .select("tracker_id")
    .distinct()
    .where(sql<boolean>`asset_id = any(${arrayOf("uuid", assetIds, (id) => id)})`)
    .execute();
  return rows.map((row) => row.tracker_id);
}

/** Which of these names the database knows. */
export async function knownNames(db: Kysely<Database>, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("cold_files")
    .select("name")
    .where(sql<boolean>`name = any(${arrayOf("text", names, (name) => name)})`)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Forgets files that were noted before a moment and never became readable, and returns their names. */
export async function deleteUnfinished(db: Kysely<Database>, notedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from cold_files where frozen_at is null and noted_at < ${notedBefore} returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Forgets a file that is not readable yet. False: it is readable. */
export async function deleteNote(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`
    delete from cold_files where name = ${name} and frozen_at is null returning name`.execute(db);
  return rows.length > 0;
}

/** Forgets the files whose month ended before a moment, and returns their names. */
export async function deleteColdBefore(db: Kysely<Database>, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from cold_files where frozen_at is not null
      and (date_trunc('month', from_ts at time zone 'UTC') + interval '1 month') at time zone 'UTC' <= ${before}
    returning name`.execute(db);
  return rows.map(({ name }) => name);
}

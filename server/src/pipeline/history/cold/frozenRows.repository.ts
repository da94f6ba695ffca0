import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import { arrayOf } from "../../../platform/database/unnest.ts";
import type { StoredPosition } from "../positionHistory.repository.ts";
import type { ColdFile } from "./coldFiles.repository.ts";
import type { ColdRow, SmoothedPlace } from "./coldRow.ts";

/** A site, and up to when its history is cold; null: none of it yet. */
export interface FreezableSite {
  id: string;
  customerId: string;
  until: Date | null;
}

/** From `from` to before `to`. */
export interface Period {
  from: Date;
  to: Date;
}

/** What identifies the content of rows in the database: their number, and the sum of their hashes. */
export interface RowsSum {
  rows: number;
  hash: string;
}

export type TrackerRow = Pick<StoredPosition, "tracker_id" | "ts">;

/** The sites with history from before a moment that is not cold, in a fixed order. */
export async function freezableSites(db: Kysely<Database>, before: Date): Promise<FreezableSite[]> {
  const { rows } = await sql<FreezableSite>`
    select s.id, s.customer_id as "customerId", c.until_ts as until from sites s left join cold_sites c on c.site_id = s.id
    where c.until_ts is null or c.until_ts < ${before} order by s.id`.execute(db);
  return rows;
}

/** When the first row of a site's trackers began; null: it has none. */
export async function firstRowOf(db: Kysely<Database>, siteId: string): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(p.ts) as first from trackers t, lateral (
      select ts from positions where tracker_id = t.id order by ts limit 1) as p
    where t.site_id = ${siteId}`.execute(db);
  return rows[0]?.first ?? null;
}

/** How many rows of each tracker of a site began in a period; trackers without any are left out. In the order of their ids. */
export async function rowsByTracker(
  db: Kysely<Database>,
  siteId: string,
  { from, to }: Period,
): Promise<{ trackerId: string; rows: number }[]> {
  const { rows } = await sql<{ trackerId: string; rows: number }>`
    select t.id as "trackerId", p.rows from trackers t, lateral (
      select count(*)::int as rows from positions where tracker_id = t.id and ts >= ${from} and ts < ${to}) as p
    where t.site_id = ${siteId} and p.rows > 0 order by t.id`.execute(db);
  return rows;
}

/** A row, and the hashes of what the database has of it. */
export interface HashedRow {
  row: ColdRow;
  hash: bigint;
  /** Of its smoothed place; null: there is none. */
  smoothedHash: bigint | null;
}

type Prefixed<Row, Prefix extends string> = { [Name in keyof Row as `${Prefix}${Name & string}`]: Row[Name] | null };
type SelectedRow = StoredPosition &
  Prefixed<SmoothedPlace, "smoothed_"> & { row_hash: string; place_hash: string | null };

/** The rows of these trackers that began in a period, by tracker and time. */
export async function hashedRows(
  db: Kysely<Database>,
  trackerIds: readonly string[],
  { from, to }: Period,
): Promise<HashedRow[]> {
  const { rows } = await sql<SelectedRow>`
    select p.*, hashtextextended(p::text, 0)::text as row_hash, hashtextextended(s::text, 0)::text as place_hash,
      s.lat as smoothed_lat, s.lon as smoothed_lon, s.accuracy as smoothed_accuracy,
      s.accuracy_outer as smoothed_accuracy_outer, s.has_room as smoothed_has_room, s.room_id as smoothed_room_id,
      s.room_name as smoothed_room_name, s.room_probability as smoothed_room_probability
    from positions p left join smoothed_positions s
      on s.tracker_id = p.tracker_id and s.ts = p.ts and s.ts >= ${from} and s.ts < ${to}
    where p.tracker_id = any(${arrayOf("uuid", trackerIds, (id) => id)}) and p.ts >= ${from} and p.ts < ${to}
    order by p.tracker_id, p.ts`.execute(db);
  return rows.map(({ row_hash: hash, place_hash: placeHash, ...row }) => ({
    row,
    hash: BigInt(hash),
    smoothedHash: placeHash === null ? null : BigInt(placeHash),
  }));
}

/**
 * Deletes the rows of these trackers that began in a period, except those that stay, with their smoothed places. Returns
 * what it deleted.
 */
export async function deleteFrozen(
  trx: Kysely<Database>,
  trackerIds: readonly string[],
  { from, to }: Period,
  staying: readonly TrackerRow[],
): Promise<{ positions: RowsSum; places: RowsSum }> {
  const { rows } = await sql<{ rows: number; hash: string; places: number; place_hash: string }>`
    with staying as (
      select * from unnest(${arrayOf("uuid", staying, (row) => row.tracker_id)},
        ${arrayOf("timestamptz", staying, (row) => row.ts.toISOString())}) as row (id, ts)
    ), removed as (
      delete from positions p
      where p.tracker_id = any(${arrayOf("uuid", trackerIds, (id) => id)}) and p.ts >= ${from} and p.ts < ${to}
        and not exists (select from staying where staying.id = p.tracker_id and staying.ts = p.ts)
      returning p.tracker_id, p.ts, hashtextextended(p::text, 0) as hash
    ), places as (
      delete from smoothed_positions s using removed
      where s.tracker_id = removed.tracker_id and s.ts = removed.ts and s.ts >= ${from} and s.ts < ${to}
      returning hashtextextended(s::text, 0) as hash
    )
    select (select count(*) from removed)::int as rows, (select coalesce(sum(hash), 0) from removed)::text as hash,
      (select count(*) from places)::int as places, (select coalesce(sum(hash), 0) from places)::text as place_hash`.execute(
    trx,
  );
  const [sums] = rows;
  return {
    positions: { rows: sums!.rows, hash: sums!.hash },
    places: { rows: sums!.places, hash: sums!.place_hash },
  };
}

/**
 * Notes that a site's history is cold, or thinned, up to the end of a period. False: another process was first, or the site is
 * gone.
 */
export async function advanceSite(
  trx: Kysely<Database>,
  table: "cold_sites" | "thinned_sites",
  site: FreezableSite,
  { to }: Pick<Period, "to">,
): Promise<boolean> {
  const { rows } =
    site.until === null
      ? await sql`insert into ${sql.table(table)} (site_id, until_ts) select id, ${to} from sites where id = ${site.id}
          on conflict do nothing returning site_id`.execute(trx)
      : await sql`update ${sql.table(table)} set until_ts = ${to} where site_id = ${site.id} and until_ts = ${site.until}
          returning site_id`.execute(trx);
  return rows.length > 0;
}

/** Notes why a site's history did not move, for whoever looks at the operations page; instead of what was noted before. */
export async function noteColdFailure(
  db: Kysely<Database>,
  { id }: Pick<FreezableSite, "id">,
  failure: { from: Date; at: Date; reason: string },
): Promise<void> {
  // The site may be gone by now.
  await sql`insert into cold_failures (site_id, from_ts, failed_at, reason)
    select id, ${failure.from}, ${failure.at}, ${failure.reason} from sites where id = ${id}
    on conflict (site_id) do update
      set from_ts = excluded.from_ts, failed_at = excluded.failed_at, reason = excluded.reason`.execute(db);
}

/** Forgets why a site's history did not move: it has. */
export async function deleteColdFailure(db: Kysely<Database>, { id }: Pick<FreezableSite, "id">): Promise<void> {
  await db.deleteFrom("cold_failures").where("site_id", "=", id).execute();
}

/** Notes a file before it is written, so that whatever a crash leaves of it is found. */
export async function noteColdFile(db: Kysely<Database>, file: ColdFile, notedAt: Date): Promise<void> {
  await db
    .insertInto("cold_files")
    .values({
      name: file.name,
      customer_id: file.customerId,
      site_id: file.siteId,
      from_ts: file.from,
      to_ts: file.to,
      rows: file.rows,
      bytes: file.bytes,
      noted_at: notedAt,
      frozen_at: null,
    })
    .execute();
}

/** Lets a noted file be read from now on. False: it was given up meanwhile. */
export async function listColdFile(trx: Kysely<Database>, name: string, frozenAt: Date): Promise<boolean> {
  const { rows } = await sql`
    update cold_files set frozen_at = ${frozenAt} where name = ${name} and frozen_at is null returning name`.execute(
    trx,
  );
  return rows.length > 0;
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { idShare } from "../../platform/database/sitePartition.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** A tracker that is in another share than the asset that it is linked to. */
interface SeparatedTracker {
  trackerId: string;
  assetId: string;
  /** The tracker's share, and the asset's. */
  from: number;
  to: number;
  /** Nothing is known of the asset yet, so that it can go to the tracker's share. */
  isNew: boolean;
}

/** A new asset that goes to the share of its tracker. */
interface AdoptedAsset {
  assetId: string;
  trackerId: string;
  share: number;
}

/** A change of shares at a position of the log. */
export interface Move {
  siteId: string;
  shares: number;
  position: number;
  trackerIds: readonly string[];
  to: number;
}

const uuids = (ids: readonly string[]) => arrayOf("uuid", ids, (id) => id);

/** The trackers of a divided site that are linked to an asset of another share, the first linked first. */
export async function separatedTrackers(
  db: Kysely<Database>,
  siteId: string,
  shares: number,
  limit: number,
): Promise<SeparatedTracker[]> {
  const { rows } = await sql<SeparatedTracker>`
    select * from (
      select t.id as "trackerId", a.id as "assetId", coalesce(ts.share, ${idShare("t.id", shares)})::int as "from",
        coalesce(s.share, ${idShare("a.id", shares)})::int as "to", l.linked_at,
        s.asset_id is null and not exists (select from links o where o.asset_id = a.id and o.id <> l.id)
          and not exists (select from geofence_stays g where g.asset_id = a.id) as "isNew"
      from links l join trackers t on t.id = l.tracker_id join assets a on a.id = l.asset_id
        left join tracker_shares ts on ts.tracker_id = t.id left join asset_shares s on s.asset_id = a.id
      where l.unlinked_at is null and t.site_id = ${siteId} and t.deleted_at is null and not t.archived
        and a.deleted_at is null and not a.archived) as linked
    where "from" <> "to" order by linked_at, "trackerId" limit ${limit}`.execute(db);
  return rows;
}

/** Puts new assets into the shares of their trackers, unless something is known of them by now. The first share that does it decides. */
export async function adoptAssets(
  trx: Kysely<Database>,
  siteId: string,
  adopted: readonly AdoptedAsset[],
): Promise<void> {
  if (adopted.length === 0) return;
  await sql`insert into asset_shares (asset_id, share)
    select a.id, n.share from unnest(${arrayOf("uuid", adopted, ({ assetId }) => assetId)},
      ${arrayOf("uuid", adopted, ({ trackerId }) => trackerId)},
      ${arrayOf("smallint", adopted, ({ share }) => share)}) as n (asset_id, tracker_id, share)
      join assets a on a.id = n.asset_id
    where a.site_id = ${siteId} and not exists (select from geofence_stays g where g.asset_id = a.id)
      and not exists (select from links l where l.asset_id = a.id and l.tracker_id <> n.tracker_id)
    order by a.id
    on conflict (asset_id) do nothing`.execute(trx);
}

/** Whether all partitions of a site, and all that they store, are past its last move, which is the only one that is remembered. */
export async function areMovesOver(
  db: Kysely<Database>,
  { logId, siteId, home }: { logId: string; siteId: string; home: number },
): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select not exists (select from tracker_shares ts join trackers t on t.id = ts.tracker_id
      where t.site_id = ${siteId} and ts.since >= (
        select min(coalesce(c.position, 0)) from (select ${home}::smallint as partition union
            select partition from site_shares where log_id = ${logId}::uuid and site_id = ${siteId}) as p
          left join log_partition_cursors c on c.log_id = ${logId}::uuid and c.partition = p.partition)) as over`.execute(
    db,
  );
  return rows[0]!.over;
}

/** Moves trackers to another share from a position on, unless they are there already. */
export async function moveTrackers(trx: Kysely<Database>, move: Move): Promise<void> {
  const { siteId, shares, position, trackerIds, to } = move;
  await sql`insert into tracker_shares as s (tracker_id, share, since, share_before, ready)
    select t.id, ${sql.lit(to)}, ${position}::bigint, null, false from trackers t
      left join tracker_shares ts on ts.tracker_id = t.id
    where t.id = any(${uuids(trackerIds)}) and t.site_id = ${siteId}
      and coalesce(ts.share, ${idShare("t.id", shares)}) <> ${sql.lit(to)}
    order by t.id
    on conflict (tracker_id) do update
      set share_before = s.share, share = excluded.share, since = excluded.since, ready = false
      where s.share <> excluded.share and coalesce(s.since, -1) < excluded.since`.execute(trx);
}

/** A share has stored everything about the trackers that have left it at this position. */
export async function releaseTrackers(
  trx: Kysely<Database>,
  { shares, position, trackerIds }: Move,
  share: number,
): Promise<void> {
  await sql`update tracker_shares set ready = true where tracker_id = any(${uuids(trackerIds)}) and since = ${position}
    and coalesce(share_before, ${idShare("tracker_id", shares)}) = ${sql.lit(share)}`.execute(trx);
}

/** Whether all of these trackers were left by the share that they were in until this position. */
export async function areReleased(db: Kysely<Database>, { position, trackerIds }: Move): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`
    select not exists (select from tracker_shares where tracker_id = any(${uuids(trackerIds)}) and since = ${position}
      and not ready) as released`.execute(db);
  return rows[0]!.released;
}

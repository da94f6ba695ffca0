import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isLeaseExpired } from "../../platform/database/lease.ts";
import { idShare, isSiteInPartition } from "../../platform/database/sitePartition.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { sightingSlices } from "../history/sightingSlices.ts";
import { sitePartitions } from "../../platform/log/partitions.ts";
import type { LocatedUpTo } from "./logCursors.repository.ts";
import { type SiteLimits, type SiteShare, sharesOf } from "./siteShares.ts";

/** A site that is too large for one process. */
interface LargeSite extends SiteLimits {
  siteId: string;
}

/** A site that is to be divided, and its partition. */
export interface DueSite {
  siteId: string;
  partition: number;
}

/** The shares of divided sites in a log, and their making. */
export interface SiteDivision {
  all(): Promise<SiteShare[]>;
  /** The sites of these partitions that are to be divided. */
  due(partitions: readonly number[]): Promise<DueSite[]>;
  /**
   * Divides the sites of a partition that are too large. Only whoever has just taken it may call it, before working on it: its shares
   * continue from where it is. Rejects without an effect if that is no longer so.
   */
  divide(partition: number, check: (trx: Kysely<Database>) => Promise<void>): Promise<void>;
}

/** @param limits what a site may have undivided */
export function siteDivision(db: Kysely<Database>, logId: string, limits: SiteLimits): SiteDivision {
  /** None while a process runs that knows nothing of shares: it would work on all trackers of the site. */
  const large = async (trx: Kysely<Database>, partition: number): Promise<LargeSite[]> => {
    const { rows } = await sql<LargeSite>`
      select id as "siteId", gateways, trackers from (
        select s.id,
          (select count(*) from hardwares h where h.site_id = s.id and h.deleted_at is null)::int as gateways,
          (select count(*) from trackers t where t.site_id = s.id and t.deleted_at is null and not t.archived)::int as trackers
        from sites s where ${isSiteInPartition("s.id", partition)}
          and not exists (select from site_shares d where d.site_id = s.id and d.log_id = ${logId}::uuid)) as counted
      where (gateways > ${limits.gateways} or trackers > ${limits.trackers}) and not exists (
        select from log_processes where log_id = ${logId}::uuid and not knows_shares
          and not ${isLeaseExpired("log_processes")})
      order by id`.execute(trx);
    return rows;
  };

  const divideSite = async (trx: Kysely<Database>, home: number, site: LargeSite): Promise<void> => {
    const { siteId } = site;
    const count = sharesOf(site, limits);
    // A number is never used again, as whoever worked on the partition of a deleted site may still do.
    const { rows } = await sql<{ last: number }>`
      select greatest(${sitePartitions.length}, (select max(partition) from site_shares where log_id = ${logId}::uuid),
        (select max(partition) from log_partitions where log_id = ${logId}::uuid),
        (select max(partition) from log_partition_cursors where log_id = ${logId}::uuid))::int as last`.execute(trx);
    const shares = Array.from({ length: count - 1 }, (_, nth) => ({
      log_id: logId,
      site_id: siteId,
      share: nth + 1,
      partition: rows[0]!.last + nth + 1,
    }));
    await trx.insertInto("site_shares").values(shares).execute();
    const partitions = arrayOf("smallint", shares, ({ partition }) => partition);
    await sql`insert into log_partition_cursors (log_id, partition, consumer, slice, position, at)
      select c.log_id, share, c.consumer, c.slice, c.position, c.at
      from log_partition_cursors c, unnest(${partitions}) as share
      where c.log_id = ${logId}::uuid and c.partition = ${home}`.execute(trx);
    await sql`delete from asset_shares using assets a where a.id = asset_id and a.site_id = ${siteId}`.execute(trx);
    await sql`delete from tracker_shares using trackers t where t.id = tracker_id and t.site_id = ${siteId}`.execute(
      trx,
    );
    await sql`insert into tracker_shares (tracker_id, share)
      select t.id, ${idShare("l.asset_id", count)} from trackers t
      join links l on l.tracker_id = t.id and l.unlinked_at is null
      where t.site_id = ${siteId} and ${idShare("l.asset_id", count)} <> ${idShare("t.id", count)}`.execute(trx);
    // Failed messages of the undivided site are about trackers of all shares, even one that is in the log again for share 0 alone.
    const all = arrayOf("smallint", [0, ...shares.map(({ share }) => share)], (share) => share);
    await sql`update failed_messages set shares = ${all}, retried_at = null
      where site_id = ${siteId} and 0 = any(coalesce(shares, '{0}'))`.execute(trx);
  };

  return {
    all: async () => {
      const rows = await db
        .selectFrom("site_shares")
        .select(["site_id", "share", "partition"])
        .where("log_id", "=", logId)
        .orderBy("partition")
        .execute();
      return rows.map(({ site_id: siteId, share, partition }) => ({ siteId, share, partition }));
    },
    due: async (partitions) => {
      const due: DueSite[] = [];
      for (const partition of partitions)
        for (const { siteId } of await large(db, partition)) due.push({ siteId, partition });
      return due;
    },
    divide: async (partition, check) => {
      if ((await large(db, partition)).length === 0) return;
      await transaction(db, async (trx) => {
        await check(trx);
        // Others divide their sites at the same time, and look for free numbers of partitions.
        await sql`lock table site_shares in share row exclusive mode`.execute(trx);
        for (const site of await large(trx, partition)) await divideSite(trx, partition, site);
      });
    },
  };
}

/** How far the slowest of the shares of divided sites of a partition is, its own left out; null: there is none. */
export async function slowestShare(
  db: Kysely<Database>,
  logId: string,
  siteIds: readonly string[],
): Promise<LocatedUpTo | null> {
  if (siteIds.length === 0) return null;
  const { rows } = await sql<{ position: number | null; at: Date | null }>`
    select min(position) as position, min(at) as at from (
      select case when count(*) filter (where c.consumer = 'sightings') = ${sightingSlices} then min(c.position) else 0 end
          as position, coalesce(max(c.at), to_timestamp(0)) as at
      from site_shares s left join log_partition_cursors c on c.log_id = s.log_id and c.partition = s.partition
      where s.log_id = ${logId}::uuid and s.site_id = any(${arrayOf("uuid", siteIds, (id) => id)})
      group by s.partition) as of_shares`.execute(db);
  const [row] = rows;
  return row?.at && row.position !== null ? { position: row.position, atMs: row.at.getTime() } : null;
}

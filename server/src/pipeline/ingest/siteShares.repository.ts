import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isLeaseExpired } from "../../platform/database/lease.ts";
import { idShare, isSiteInPartition } from "../../platform/database/sitePartition.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { sightingSlices } from "../history/sightingSlices.ts";
import { sitePartitions } from "../../platform/log/partitions.ts";
import { announceGrowth, endGrowth, growSite, isGrowing, nextPartition } from "./siteGrowth.repository.ts";
import type { LocatedUpTo } from "./logCursors.repository.ts";
import { type SiteLimits, type SiteShare, sharesOf } from "./siteShares.ts";

/** A site that is too large for what it is divided into. */
interface LargeSite extends SiteLimits {
  siteId: string;
  /** Into so many shares; 1: it is undivided. */
  shares: number;
  isGrowing: boolean;
}

/** A site that is to be divided, or divided further, and its partition. */
export interface DueSite {
  siteId: string;
  partition: number;
  isDivided: boolean;
  /** How many shares it needs. */
  shares: number;
}

/** The shares of divided sites in a log, and their making. */
export interface SiteDivision {
  all(): Promise<SiteShare[]>;
  /** The sites of these partitions that are to be divided, or divided further. */
  due(partitions: readonly number[]): Promise<DueSite[]>;
  /**
   * Says that a divided site is to be left by all of its shares, so that it can get more of them. Only whoever works on its home may call it.
   * False, and without an effect, while trackers move between its shares.
   */
  announceGrowth(site: DueSite, check: (trx: Kysely<Database>) => Promise<void>): Promise<boolean>;
  /**
   * Divides the sites of a partition that are too large, and those that are to get more shares and were left by all. Only whoever has just
   * taken it may call it, before working on it: its shares continue from where it is. Rejects without an effect if that is no longer so.
   */
  divide(partition: number, check: (trx: Kysely<Database>) => Promise<void>): Promise<void>;
}

/** @param limits what a site may have undivided */
export function siteDivision(db: Kysely<Database>, logId: string, limits: SiteLimits): SiteDivision {
  /** Undivided ones, and divided ones. None while a process runs that knows nothing of it: it would work on trackers of other shares. */
  const large = async (trx: Kysely<Database>, partition: number): Promise<LargeSite[]> => {
    const { rows } = await sql<LargeSite>`
      select id as "siteId", gateways, trackers, shares, growing as "isGrowing" from (
        select s.id,
          (select count(*) from hardwares h where h.site_id = s.id and h.deleted_at is null)::int as gateways,
          (select count(*) from trackers t where t.site_id = s.id and t.deleted_at is null and not t.archived)::int as trackers,
          (select count(*) from site_shares d where d.site_id = s.id and d.log_id = ${logId}::uuid)::int + 1 as shares,
          exists (select from site_shares d where d.site_id = s.id and d.log_id = ${logId}::uuid and ${isGrowing}) as growing
        from sites s where ${isSiteInPartition("s.id", partition)}) as counted
      where (gateways > ${limits.gateways} or trackers > ${limits.trackers}) and not exists (
        select from log_processes where log_id = ${logId}::uuid and not ${isLeaseExpired("log_processes")}
          and not case when shares = 1 then knows_shares else knows_growth end)
      order by id`.execute(trx);
    return rows;
  };
  /** How many times as many shares it needs. */
  const factorOf = (site: LargeSite): number => Math.floor(sharesOf(site, limits) / site.shares);

  const divideSite = async (trx: Kysely<Database>, home: number, site: LargeSite): Promise<void> => {
    const { siteId } = site;
    const count = sharesOf(site, limits);
    const first = await nextPartition(trx, logId, sitePartitions.length);
    const shares = Array.from({ length: count - 1 }, (_, nth) => ({
      log_id: logId,
      site_id: siteId,
      share: nth + 1,
      partition: first + nth,
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
    await sql`update failed_messages set shares = ${all}, retried_at = null, tried_at = clock_timestamp()
      where site_id = ${siteId} and 0 = any(coalesce(shares, '{0}'))`.execute(trx);
  };

  const divideOrGrow = async (trx: Kysely<Database>, home: number, site: LargeSite): Promise<void> => {
    if (site.shares === 1) await divideSite(trx, home, site);
    else if (site.isGrowing)
      await growSite(
        trx,
        { logId, siteId: site.siteId, home },
        { factor: factorOf(site), above: sitePartitions.length },
      );
  };

  return {
    all: async () => {
      const rows = await db
        .selectFrom("site_shares")
        .select(["site_id", "share", "partition", isGrowing.as("growing")])
        .where("log_id", "=", logId)
        .orderBy("partition")
        .execute();
      return rows.map(({ site_id: siteId, share, partition, growing }) => ({
        siteId,
        share,
        partition,
        ...(growing ? { isGrowing: true } : {}),
      }));
    },
    due: async (partitions) => {
      const due: DueSite[] = [];
      for (const partition of partitions)
        for (const site of await large(db, partition))
          if (factorOf(site) > 1)
            due.push({
              siteId: site.siteId,
              partition,
              isDivided: site.shares > 1,
              shares: site.shares * factorOf(site),
            });
      return due;
    },
    announceGrowth: ({ siteId, partition: home }, check) =>
      transaction(db, async (trx) => {
        await check(trx);
        return announceGrowth(trx, { logId, siteId, home });
      }),
    divide: async (partition, check) => {
      const isDue = ({ shares, isGrowing: grows }: LargeSite): boolean => shares === 1 || grows;
      const act = async (): Promise<void> => {
        if (!(await large(db, partition)).some(isDue)) return;
        await transaction(db, async (trx) => {
          await check(trx);
          // Others divide their sites at the same time, and look for free numbers of partitions.
          await sql`lock table site_shares in share row exclusive mode`.execute(trx);
          for (const site of await large(trx, partition)) await divideOrGrow(trx, partition, site);
        });
      };
      // One that could not grow goes on with the shares that it has.
      try {
        await act();
      } finally {
        await endGrowth(db, logId, partition);
      }
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

import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isLeaseExpired, leaseEnd } from "../../platform/database/lease.ts";
import { idShare, isSiteInPartition } from "../../platform/database/sitePartition.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { nobody } from "./partitionLeases.repository.ts";
import { areMovesOver } from "./trackerShares.repository.ts";

/** After this a site is not left any more for getting more shares: somebody has not left it, ms. */
const growingMs = 30_000;

/** Whether a row of a site's shares says that its processes are to leave it. */
export const isGrowing = sql<boolean>`coalesce(growing_since > clock_timestamp() - make_interval(secs => ${sql.lit(growingMs / 1000)}), false)`;

/** A divided site. */
interface DividedSite {
  logId: string;
  siteId: string;
  home: number;
}

const smallints = (values: readonly number[]) => arrayOf("smallint", values, (value) => value);

/** The number for the first of some more partitions. None is used again, as whoever worked on that of a deleted site may still do. */
export async function nextPartition(trx: Kysely<Database>, logId: string, above: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(${above}, (select max(partition) from site_shares where log_id = ${logId}::uuid),
      (select max(partition) from log_partitions where log_id = ${logId}::uuid),
      (select max(partition) from log_partition_cursors where log_id = ${logId}::uuid))::int as last`.execute(trx);
  return rows[0]!.last + 1;
}

/** Says that a site is to be left by all of its shares. False: one of its trackers moves, and only one move is remembered. */
export async function announceGrowth(trx: Kysely<Database>, site: DividedSite): Promise<boolean> {
  if (!(await areMovesOver(trx, site))) return false;
  await trx
    .updateTable("site_shares")
    .set({ growing_since: sql<Date>`clock_timestamp()` })
    .where("log_id", "=", site.logId)
    .where("site_id", "=", site.siteId)
    .execute();
  return true;
}

/** Whether a site is to be left by all of its shares. */
export async function isLeft(db: Kysely<Database>, logId: string, siteId: string): Promise<boolean> {
  const row = await db
    .selectFrom("site_shares")
    .select("share")
    .where("log_id", "=", logId)
    .where("site_id", "=", siteId)
    .where(isGrowing)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sites of a home are not to be left any more. */
export async function endGrowth(db: Kysely<Database>, logId: string, home: number): Promise<void> {
  await db
    .updateTable("site_shares")
    .set({ growing_since: null })
    .where("log_id", "=", logId)
    .where("growing_since", "is not", null)
    .where(isSiteInPartition("site_id", home))
    .execute();
}

/**
 * Divides each share of a site into `factor` shares, in the transaction of whoever has just taken its home, once nobody works on the other
 * shares. What is in share k of n by then is in k, or a new one whose number is k plus a multiple of n: so each new share continues
 * where one old one was, from the same cursors. Without an effect while somebody works on a share.
 * @param above numbers of partitions up to this one are others'
 */
export async function growSite(
  trx: Kysely<Database>,
  site: DividedSite,
  { factor, above }: { factor: number; above: number },
): Promise<void> {
  const { logId, siteId, home } = site;
  const shares = await trx
    .selectFrom("site_shares")
    .select(["share", "partition"])
    .where("log_id", "=", logId)
    .where("site_id", "=", siteId)
    .orderBy("share")
    .execute();
  const old = shares.map(({ partition }) => partition);
  if (factor < 2 || !(await fenceOff(trx, logId, old)) || !(await areMovesOver(trx, site))) return;
  const before = shares.length + 1;
  const first = await nextPartition(trx, logId, above);
  const added = Array.from({ length: before * (factor - 1) }, (_, nth) => ({
    log_id: logId,
    site_id: siteId,
    share: before + nth,
    partition: first + nth,
  }));
  await trx.insertInto("site_shares").values(added).execute();
  await moveToNew(trx, siteId, before, factor);
  await sql`update site_shares set grown_at = (select max(position) from log_partition_cursors c
      where c.log_id = ${logId}::uuid and (c.partition = ${home} or c.partition = any(${smallints(old)})))
    where log_id = ${logId}::uuid and site_id = ${siteId}`.execute(trx);
  const from = added.map(({ share }) => [home, ...old][share % before]!);
  await sql`insert into log_partition_cursors (log_id, partition, consumer, slice, position, at)
    select c.log_id, n.partition, c.consumer, c.slice, c.position, c.at
    from unnest(${smallints(added.map(({ partition }) => partition))}, ${smallints(from)}) as n (partition, old)
      join log_partition_cursors c on c.log_id = ${logId}::uuid and c.partition = n.old`.execute(trx);
  // One that is in the log again for the old shares is not put there once more before they have worked it off.
  await sql`update failed_messages set retried_at = null, tried_at = clock_timestamp(), shares = (
      select array_agg(failed.share + ${sql.lit(before)} * nth) from unnest(coalesce(shares, '{0}')) as failed (share),
        generate_series(0, ${sql.lit(factor - 1)}) as nth)
    where site_id = ${siteId}`.execute(trx);
}

/** Gives these partitions new tokens, so that nobody writes as their holder any more. False: somebody works on one of them. */
async function fenceOff(trx: Kysely<Database>, logId: string, partitions: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select ${isLeaseExpired("log_partitions")} as free from log_partitions
    where log_id = ${logId}::uuid and partition = any(${smallints(partitions)}) order by partition for update`.execute(
    trx,
  );
  if (!rows.every(({ free }) => free)) return false;
  // One that was paused for longer than its lease may still write with its token.
  await sql`update log_partitions set fencing_token = fencing_token + 1, lease = ${nobody}::uuid, leased_until = ${leaseEnd(0)}
    where log_id = ${logId}::uuid and partition = any(${smallints(partitions)})`.execute(trx);
  return true;
}

/** Puts the trackers and assets of a site into the new shares. An asset and its trackers stay together; moves of before are over. */
async function moveToNew(trx: Kysely<Database>, siteId: string, before: number, factor: number): Promise<void> {
  const after = before * factor;
  // An id that says share k of n says this one of n times `factor`, which is k or k plus a multiple of n.
  const grown = (share: RawBuilder<number>, id: string): RawBuilder<number> =>
    sql<number>`(${share} + ${idShare(id, after)} - ${idShare(id, before)})`;
  const share = sql<number>`coalesce(ts.share, ${idShare("t.id", before)})`;
  const shareOfAsset = sql<number>`coalesce(s.share, ${idShare("a.id", before)})`;
  await sql`insert into tracker_shares (tracker_id, share)
    select id, share from (
      select t.id, ts.tracker_id is not null as stored, case when ${shareOfAsset} = ${share}
        then ${grown(share, "a.id")} else ${grown(share, "t.id")} end as share
      from trackers t left join tracker_shares ts on ts.tracker_id = t.id
        left join links l on l.tracker_id = t.id and l.unlinked_at is null
        left join assets a on a.id = l.asset_id left join asset_shares s on s.asset_id = a.id
      where t.site_id = ${siteId}) as grown
    where stored or share <> ${idShare("id", after)}
    on conflict (tracker_id) do update set share = excluded.share, since = null, share_before = null, ready = true`.execute(
    trx,
  );
  await sql`update asset_shares s set share = ${grown(sql<number>`s.share`, "s.asset_id")}
    from assets a where a.id = s.asset_id and a.site_id = ${siteId}`.execute(trx);
}

/** Whether a site has got more shares after this position of the log: what is said there of shares does not count any more. */
export async function isBeforeGrowth(
  db: Kysely<Database>,
  { logId, siteId, position }: { logId: string; siteId: string; position: number },
): Promise<boolean> {
  const { rows } = await sql<{ before: boolean }>`select exists (select from site_shares
    where log_id = ${logId}::uuid and site_id = ${siteId} and grown_at > ${position}::bigint) as before`.execute(db);
  return rows[0]!.before;
}

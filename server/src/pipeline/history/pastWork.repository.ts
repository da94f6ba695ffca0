import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isSiteInPartition } from "../../platform/database/sitePartition.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/** A time of a tracker that gateways reported late and for which positions are to be made. */
export interface PastWork {
  trackerId: string;
  /** Null: the tracker is archived, deleted or was never there. */
  siteId: string | null;
  fromMs: number;
  untilMs: number;
}

/** Other trackers of the assets that the trackers of `one` had in its time. */
const joinOtherTrackers = (alias: string): RawBuilder<unknown> => {
  const inItsTime = (link: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${link}.linked_at`)} <= ${sql.ref(`${alias}.to_ts`)}
      and (${sql.ref(`${link}.unlinked_at`)} is null or ${sql.ref(`${link}.unlinked_at`)} >= ${sql.ref(`${alias}.from_ts`)})`;
  return sql`join links own on own.tracker_id = ${sql.ref(`${alias}.tracker_id`)} and ${inItsTime("own")}
    join links other on other.asset_id = own.asset_id and other.tracker_id <> own.tracker_id and ${inItsTime("other")}`;
};

/** Whether a tracker is at a site of a partition of the log. One that was never there is in the first. */
const isOfPartition = (alias: string, partition: number): RawBuilder<boolean> =>
  isSiteInPartition(sql`(select t.site_id from trackers t where t.id = ${sql.ref(`${alias}.tracker_id`)})`, partition);

/**
 * Turns notes into work, the oldest first, if nothing was added to them after `quietSince` or if they have waited since
 * `longAgo`. Rows made for their times before are all made again from what is known now, and so are those of the other
 * trackers of the same assets, since one of them says where an asset was. More may be noted meanwhile, and is taken
 * when this is done.
 */
export function claimDue(
  db: Kysely<Database>,
  partition: number,
  { quietSince, longAgo }: { quietSince: Date; longAgo: Date },
  limit: number,
): Promise<void> {
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ tracker_id: string }>`
      with due as (
        select * from late_heard l where (noted_at <= ${quietSince} or first_noted_at <= ${longAgo})
          and not exists (select from past_work w where w.tracker_id = l.tracker_id) and ${isOfPartition("l", partition)}
        order by first_noted_at, tracker_id limit ${limit}
      ), taken as (
        delete from late_heard l using (
          select tracker_id from due union select other.tracker_id from due ${joinOtherTrackers("due")}) as all_due
        where l.tracker_id = all_due.tracker_id returning l.*
      )
      insert into past_work as work (tracker_id, from_ts, to_ts, noted_at)
      select tracker_id, from_ts, to_ts, first_noted_at from taken ${widened}
      returning tracker_id`.execute(trx);
    if (rows.length === 0) return;
    const isClaimed = sql`tracker_id = any(${arrayOf("uuid", rows, (row) => row.tracker_id)})`;
    // What was made for another site than the tracker's present one is not changed any more.
    await sql`delete from past_made m using trackers t
      where t.id = m.tracker_id and t.site_id <> m.site_id and m.${isClaimed}`.execute(trx);
    await sql`with work as (select * from past_work where ${isClaimed}), again as (
        select tracker_id, tracker_id as of_id from work
        union select other.tracker_id, work.tracker_id from work ${joinOtherTrackers("work")}
      )
      insert into past_work as work (tracker_id, from_ts, to_ts, noted_at)
      select m.tracker_id, min(m.from_ts), max(m.to_ts), min(work.noted_at)
      from again join work on work.tracker_id = again.of_id
        join past_made m on m.tracker_id = again.tracker_id and m.from_ts < work.to_ts and m.to_ts > work.from_ts
      group by m.tracker_id ${widened}`.execute(trx);
  });
}

const widened = sql`on conflict (tracker_id) do update set
  from_ts = least(work.from_ts, excluded.from_ts), to_ts = greatest(work.to_ts, excluded.to_ts)`;

/** The next saved work of a partition of the log: up to `limit` trackers, with the other trackers of their assets. */
export async function nextWork(
  db: Kysely<Database>,
  partition: number,
  savedUntil: Date | null,
  limit: number,
): Promise<PastWork[]> {
  const isSaved = savedUntil === null ? sql`true` : sql`to_ts < ${savedUntil}`;
  const { rows } = await sql<{ tracker_id: string; site_id: string | null; from_ts: Date; to_ts: Date }>`
    with work as (select * from past_work p where ${isSaved} and ${isOfPartition("p", partition)}),
      next as (select * from work order by noted_at, tracker_id limit ${limit}),
      together as (select tracker_id from next union select other.tracker_id from next ${joinOtherTrackers("next")})
    select work.tracker_id, work.from_ts, work.to_ts, t.site_id
    from together join work on work.tracker_id = together.tracker_id
      left join trackers t on t.id = work.tracker_id and t.deleted_at is null and not t.archived
    order by work.noted_at, work.tracker_id`.execute(db);
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    siteId: row.site_id,
    fromMs: row.from_ts.getTime(),
    untilMs: row.to_ts.getTime(),
  }));
}

/** Work that has been done up to a moment. */
export interface FinishedWork {
  work: PastWork;
  untilMs: number;
}

/** Deletes the work that is done. */
export async function finishWork(trx: Kysely<Database>, finished: readonly FinishedWork[]): Promise<void> {
  if (finished.length === 0) return;
  const rows = sql`unnest(
    ${arrayOf("uuid", finished, ({ work }) => work.trackerId)},
    ${arrayOf("timestamptz", finished, ({ untilMs }) => instant(untilMs))}) as done (id, until_ts)`;
  await sql`delete from past_work w using ${rows} where w.tracker_id = done.id and w.to_ts <= done.until_ts`.execute(
    trx,
  );
  await sql`update past_work w set from_ts = greatest(w.from_ts, done.until_ts) from ${rows}
    where w.tracker_id = done.id`.execute(trx);
}

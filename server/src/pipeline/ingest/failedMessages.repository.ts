import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isSiteInPartition } from "../../platform/database/sitePartition.ts";
import type { FailedMessagesTable } from "../../platform/database/tables/work.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

export type StoredFailedMessage = Selectable<FailedMessagesTable>;

/** So many are stored at most: where every message fails, the first ones show why. */
export const failedMessagesMax = 1_000;

/** Of one that is stored already: whether it waits for the share that failed now, and whether that failed more often. */
const isKnown = sql<boolean>`excluded.shares <@ coalesce(failed_messages.shares, '{0}')`;
const isWorse = sql<boolean>`excluded.tries > failed_messages.tries`;

/** @param check rejects if another process works on the partition by now; called in each transaction that writes */
export function failedMessagesRepository(db: Kysely<Database>, check: (trx: Kysely<Database>) => Promise<void>) {
  return {
    /** False: there are too many already. One that is stored already waits for this share, too, and keeps the more tries, with their reason. */
    add: ({ shares, ...message }: Insertable<FailedMessagesTable> & { shares: number[] }): Promise<boolean> =>
      transaction(db, async (trx) => {
        await check(trx);
        const { count } = await trx
          .selectFrom("failed_messages")
          .select(sql<number>`count(*)::int`.as("count"))
          .executeTakeFirstOrThrow();
        if (count >= failedMessagesMax) return false;
        await trx
          .insertInto("failed_messages")
          .values({ ...message, shares: sql`${arrayOf("smallint", shares, (share) => share)}` })
          .onConflict((conflict) =>
            conflict
              .columns(["log_id", "position"])
              .doUpdateSet({
                shares: sql`case when ${isKnown} then failed_messages.shares
                  else coalesce(failed_messages.shares, '{0}') || excluded.shares end`,
                tries: sql`greatest(failed_messages.tries, excluded.tries)`,
                reason: sql`case when ${isWorse} then excluded.reason else failed_messages.reason end`,
                tried_at: sql`excluded.tried_at`,
                retried_at: null,
              })
              .where(sql<boolean>`(not ${isKnown} or ${isWorse})`),
          )
          .execute();
        return true;
      }),

    /** Notes that one failed again, and that it has failed at least so many times by now. */
    failedAgain: (
      id: string,
      { reason, at, minTries }: { reason: string; at: Date; minTries: number },
    ): Promise<void> =>
      transaction(db, async (trx) => {
        await check(trx);
        await trx
          .updateTable("failed_messages")
          // Once for all shares that have failed again.
          .set({
            tries: sql`greatest(tries + case when retried_at < tried_at then 0 else 1 end, ${sql.lit(minTries)})`,
            tried_at: at,
            reason,
          })
          .where("id", "=", id)
          .execute();
      }),

    /** Removes one that a share has processed, once no other has it to do. */
    remove: (id: string, share: number): Promise<void> =>
      transaction(db, async (trx) => {
        await check(trx);
        const isOf = sql<boolean>`coalesce(shares, '{0}') <@ array[${sql.lit(share)}]::smallint[]`;
        const { numDeletedRows } = await trx
          .deleteFrom("failed_messages")
          .where("id", "=", id)
          .where(isOf)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n)
          await trx
            .updateTable("failed_messages")
            .set({ shares: sql`array_remove(shares, ${sql.lit(share)}::smallint)` })
            .where("id", "=", id)
            .execute();
      }),
  };
}

/** The failed messages of a partition that failed less often than `tries`, last before `before`, and are not in the log again. */
export const dueFailedMessages = (
  db: Kysely<Database>,
  { partition, tries, before }: { partition: number; tries: number; before: Date },
): Promise<StoredFailedMessage[]> =>
  db
    .selectFrom("failed_messages")
    .selectAll()
    .where(isSiteInPartition("site_id", partition))
    .where("tries", "<", tries)
    .where("tried_at", "<=", before)
    .where((eb) => eb.or([eb("retried_at", "is", null), eb("retried_at", "<=", eb.ref("tried_at"))]))
    .orderBy("received_at")
    .execute();

export const findFailedMessage = (db: Kysely<Database>, id: string): Promise<StoredFailedMessage | undefined> =>
  db.selectFrom("failed_messages").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * The shares that are to try one again, stored with it: those that failed and exist in this log, or else the home. Undefined: it has been
 * processed or deleted.
 */
export async function retryingShares(db: Kysely<Database>, logId: string, id: string): Promise<number[] | undefined> {
  const { rows } = await sql<{ shares: number[] }>`
    update failed_messages f set shares = coalesce((
      select array_agg(failed.share order by failed.share) from unnest(coalesce(f.shares, '{0}')) as failed (share)
      where failed.share = 0 or exists (select from site_shares s
        where s.log_id = ${logId}::uuid and s.site_id = f.site_id and s.share = failed.share)), '{0}')
    where id = ${id} returning shares`.execute(db);
  return rows[0]?.shares;
}

/** Notes that one is in the log again. */
export async function noteRetried(db: Kysely<Database>, id: string, at: Date): Promise<void> {
  await db.updateTable("failed_messages").set({ retried_at: at }).where("id", "=", id).execute();
}

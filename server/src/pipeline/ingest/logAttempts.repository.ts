import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";

/** How often the work on a partition of a log has begun without getting on. */
export interface StoredAttempts {
  /** How many times in a row it began here. */
  starts: number;
  /** The position of the message at which the last two of them ended; null: there is none. */
  deadly: number | null;
}

export type LogAttempts = ReturnType<typeof logAttemptsRepository>;

/** @param check rejects if another process works on the partition by now; called in each transaction */
export function logAttemptsRepository(
  db: Kysely<Database>,
  { logId, partition }: { logId: string; partition: number },
  check: (trx: Kysely<Database>) => Promise<void>,
) {
  const own = (trx: Kysely<Database>) =>
    trx.selectFrom("log_attempts").where("log_id", "=", logId).where("partition", "=", partition);
  return {
    /** Counts a beginning at a position. */
    begin: (position: number): Promise<StoredAttempts> =>
      transaction(db, async (trx) => {
        await check(trx);
        const before = await own(trx).selectAll().executeTakeFirst();
        // While messages are watched, progress is stored too; the one that was noted is still ahead.
        const isAgain = before !== undefined && (before.position === position || (before.message ?? -1) >= position);
        const endedAt = isAgain ? before.message : null;
        const starts = isAgain ? before.starts + 1 : 1;
        const row = { position, starts, message: null, suspect: endedAt };
        await trx
          .insertInto("log_attempts")
          .values({ log_id: logId, partition, ...row })
          .onConflict((conflict) => conflict.columns(["log_id", "partition"]).doUpdateSet(row))
          .execute();
        return { starts, deadly: endedAt !== null && endedAt === before?.suspect ? endedAt : null };
      }),

    /** Notes the message that is processed now; null: none is. */
    note: (message: number | null): Promise<void> =>
      transaction(db, async (trx) => {
        await check(trx);
        await trx
          .updateTable("log_attempts")
          .set({ message })
          .where("log_id", "=", logId)
          .where("partition", "=", partition)
          .execute();
      }),

    /** The work has ended as it should. */
    forget: (): Promise<void> =>
      transaction(db, async (trx) => {
        await check(trx);
        await trx.deleteFrom("log_attempts").where("log_id", "=", logId).where("partition", "=", partition).execute();
      }),
  };
}

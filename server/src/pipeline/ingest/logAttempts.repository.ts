import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";

/** How often the work on a partition of a log has begun without getting on. */
export interface StoredAttempts {
  /** How many times in a row it began at this position. */
  starts: number;
  /** The position of the message at which the last of them ended; null: not noted. */
  message: number | null;
}

export type LogAttempts = ReturnType<typeof logAttemptsRepository>;

/** @param check rejects if another process works on the partition by now; called in each transaction */
export function logAttemptsRepository(
  db: Kysely<Database>,
  { logId, partition }: { logId: string; partition: number },
  check: (trx: Kysely<Database>) => Promise<void>,
) {
  return {
    /** Counts a beginning at a position. */
    begin: (position: number): Promise<StoredAttempts> =>
      transaction(db, async (trx) => {
        await check(trx);
        return trx
          .insertInto("log_attempts")
          .values({ log_id: logId, partition, position, starts: 1, message: null })
          .onConflict((conflict) =>
            conflict.columns(["log_id", "partition"]).doUpdateSet({
              starts: sql`case when log_attempts.position = excluded.position then log_attempts.starts + 1 else 1 end`,
              message: sql`case when log_attempts.position = excluded.position then log_attempts.message end`,
              position: sql`excluded.position`,
            }),
          )
          .returning(["starts", "message"])
          .executeTakeFirstOrThrow();
      }),

    /** Notes the message that is processed now; null: none that needs watching. */
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

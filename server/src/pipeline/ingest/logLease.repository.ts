import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isLeaseExpired, leaseEnd } from "../../platform/database/lease.ts";

/**
 * How long the lease lasts if nobody extends it, ms. After a crash, others wait that long, and positions have to move again
 * within 10 s; a process that stands still for longer loses the log.
 */
export const logLeaseMs = 5_000;

/** The lease on a log: who works on it, and the fencing token of that holder. */
export function logLeaseRepository(db: Kysely<Database>, logId: string) {
  return {
    /** Takes the lease if nobody holds it, and returns the new fencing token; null: another process holds it. */
    take: async (holder: string): Promise<number | null> => {
      const row = await db
        .insertInto("log_leases")
        .values({ log_id: logId, lease: holder, leased_until: leaseEnd(logLeaseMs), fencing_token: 1 })
        .onConflict((conflict) =>
          conflict
            .column("log_id")
            .doUpdateSet({
              lease: holder,
              leased_until: leaseEnd(logLeaseMs),
              fencing_token: sql<number>`log_leases.fencing_token + 1`,
            })
            .where(isLeaseExpired("log_leases")),
        )
        .returning("fencing_token")
        .executeTakeFirst();
      return row?.fencing_token ?? null;
    },

    /** False: another process has taken it. An expired lease that nobody has taken is extended. */
    extend: async (token: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("log_leases")
        .set({ leased_until: leaseEnd(logLeaseMs) })
        .where("log_id", "=", logId)
        .where("fencing_token", "=", token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends the lease, for whoever waits for it. */
    release: async (token: number): Promise<void> => {
      await db
        .updateTable("log_leases")
        .set({ leased_until: leaseEnd(0) })
        .where("log_id", "=", logId)
        .where("fencing_token", "=", token)
        .execute();
    },
  };
}

/**
 * Whether the lease is still the holder's with this token. It stays so until the transaction ends, since whoever wants to
 * take it waits for the row.
 */
export async function holdsLease(trx: Kysely<Database>, logId: string, token: number): Promise<boolean> {
  // Whoever is paused in the middle of the transaction does not hold up those who wait.
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(logLeaseMs)}`.execute(trx);
  const row = await trx
    .selectFrom("log_leases")
    .select("fencing_token")
    .where("log_id", "=", logId)
    .where("fencing_token", "=", token)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isLeaseExpired, leaseEnd } from "../../platform/database/lease.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/**
 * How long a lease lasts if nobody extends it, ms. After a crash, others wait that long, and positions have to move again
 * within 10 s; a process that stands still for longer loses its partitions.
 */
export const partitionLeaseMs = 5_000;

/** The holder of a partition that was given back. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** The end of a lease that nobody gets any more. Not infinity, which is no date to whoever copies the row. */
const forGood = sql<Date>`timestamptz '9999-01-01 00:00:00+00'`;

/** What a process of this release says of itself. */
const knowledge = { knows_shares: true, knows_growth: true };

/** A partition with the fencing token of its holder. */
export interface HeldPartition {
  partition: number;
  token: number;
}

/** The leases on the partitions of a log, and the processes that share them. */
export function partitionLeasesRepository(db: Kysely<Database>, logId: string) {
  const smallints = (partitions: readonly number[]) => arrayOf("smallint", partitions, (partition) => partition);

  return {
    /** Announces that this process takes part in the work. */
    announce: async (process: string): Promise<void> => {
      await db
        .insertInto("log_processes")
        .values({ log_id: logId, process, leased_until: leaseEnd(partitionLeaseMs), ...knowledge })
        .onConflict((on) => on.columns(["log_id", "process"]).doUpdateSet({ leased_until: leaseEnd(partitionLeaseMs) }))
        .execute();
    },

    /** Extends the leases on these partitions. Returns those that the process still holds; expired ones that nobody took are. */
    extend: async (process: string, partitions: readonly number[]): Promise<number[]> => {
      if (partitions.length === 0) return [];
      const rows = await db
        .updateTable("log_partitions")
        .set({ leased_until: leaseEnd(partitionLeaseMs) })
        .where("log_id", "=", logId)
        .where("lease", "=", process)
        .where("partition", "=", sql<number>`any(${smallints(partitions)})`)
        .returning("partition")
        .execute();
      return rows.map(({ partition }) => partition);
    },

    /** The processes that share the log, and the partitions that one of them holds. Those that have ended are forgotten. */
    survey: async (): Promise<{ processes: string[]; held: number[] }> => {
      const processes = await db
        .selectFrom("log_processes")
        .select(["process", sql<boolean>`not ${isLeaseExpired("log_processes")}`.as("runs")])
        .where("log_id", "=", logId)
        .orderBy("process")
        .execute();
      if (processes.some(({ runs }) => !runs))
        await db
          .deleteFrom("log_processes")
          .where("log_id", "=", logId)
          .where(isLeaseExpired("log_processes"))
          .execute();
      const held = await db
        .selectFrom("log_partitions")
        .select("partition")
        .where("log_id", "=", logId)
        .where(sql<boolean>`not ${isLeaseExpired("log_partitions")}`)
        .execute();
      return {
        processes: processes.flatMap(({ process, runs }) => (runs ? [process] : [])),
        held: held.map(({ partition }) => partition),
      };
    },

    /**
     * Ends the time in which one process had the whole log, for ever: its lease goes to nobody, under a new token. False: a process
     * of a release without partitions still works on it.
     */
    endWholeLease: async (): Promise<boolean> => {
      const { rows } = await sql`
        insert into log_leases (log_id, lease, leased_until, fencing_token)
        values (${logId}::uuid, ${nobody}::uuid, ${forGood}, 1)
        on conflict (log_id) do update set lease = ${nobody}::uuid, leased_until = ${forGood},
          fencing_token = log_leases.fencing_token + 1
        where ${isLeaseExpired("log_leases")} or log_leases.lease = ${nobody}::uuid
        returning log_id`.execute(db);
      return rows.length > 0;
    },

    /** Takes those of these partitions that nobody holds, each with a new fencing token. */
    take: async (process: string, partitions: readonly number[]): Promise<HeldPartition[]> => {
      if (partitions.length === 0) return [];
      const { rows } = await sql<{ partition: number; token: number }>`
        insert into log_partitions (log_id, partition, lease, leased_until, fencing_token)
        select ${logId}::uuid, wanted, ${process}::uuid, ${leaseEnd(partitionLeaseMs)}, 1
        from unnest(${smallints(partitions)}) as wanted order by wanted
        on conflict (log_id, partition) do update set lease = excluded.lease, leased_until = excluded.leased_until,
          fencing_token = log_partitions.fencing_token + 1
        where ${isLeaseExpired("log_partitions")}
        returning partition, fencing_token as token`.execute(db);
      return rows;
    },

    /** Ends the lease on a partition, for whoever waits for it. */
    release: async ({ partition, token }: HeldPartition): Promise<void> => {
      await db
        .updateTable("log_partitions")
        // An extension that is under way must not take effect after this.
        .set({ leased_until: leaseEnd(0), lease: nobody })
        .where("log_id", "=", logId)
        .where("partition", "=", partition)
        .where("fencing_token", "=", token)
        .execute();
    },

    /** This process takes no more partitions, so the others share what it had. */
    leave: async (process: string): Promise<void> => {
      await db.deleteFrom("log_processes").where("log_id", "=", logId).where("process", "=", process).execute();
    },
  };
}

/**
 * Whether a lease is still the holder's with this token. It stays so until the transaction ends, since whoever wants to
 * take it waits for the row.
 */
export async function holdsLease(
  trx: Kysely<Database>,
  logId: string,
  { partition, token }: HeldPartition,
): Promise<boolean> {
  // Whoever is paused in the middle of the transaction does not hold up those who wait.
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(partitionLeaseMs)}`.execute(trx);
  const row = await trx
    .selectFrom("log_partitions")
    .select("fencing_token")
    .where("log_id", "=", logId)
    .where("partition", "=", partition)
    .where("fencing_token", "=", token)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

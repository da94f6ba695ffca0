import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { wholeLog } from "../../platform/log/partitions.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { sightingSlices } from "../history/sightingSlices.ts";

/** How far the log has been located: fixes and device status up to here are in the database. */
export interface LocatedUpTo {
  /** Every record before it was read … */
  position: number;
  /** … and every fix up to this moment was made and stored. */
  atMs: number;
}

export type LogCursors = ReturnType<typeof logCursorsRepository>;

/**
 * How far a partition of a log has been processed, stored beside the results. One that has no progress of its own yet begins
 * from that of the whole log, which a release without partitions has left, or the start of a new log.
 * @param check rejects if another process works on it by now; called in each transaction that writes
 */
export function logCursorsRepository(
  db: Kysely<Database>,
  { logId, partition }: { logId: string; partition: number },
  check: (trx: Kysely<Database>) => Promise<void>,
) {
  return {
    /** Null: nothing of this log has been processed. */
    located: async (): Promise<LocatedUpTo | null> => {
      const row = await db
        .selectFrom("log_cursors")
        .select(["position", "at"])
        .where("log_id", "=", logId)
        .where("consumer", "=", "located")
        .where("partition", "in", [wholeLog, partition])
        .orderBy("partition", "desc")
        .executeTakeFirst();
      return row?.at ? { position: row.position, atMs: row.at.getTime() } : null;
    },

    storeLocated: async ({ position, atMs }: LocatedUpTo): Promise<void> => {
      const at = new Date(atMs);
      await transaction(db, async (trx) => {
        await check(trx);
        await trx
          .insertInto("log_cursors")
          .values({ log_id: logId, partition, consumer: "located", slice: 0, position, at })
          .onConflict((conflict) =>
            conflict.columns(["log_id", "partition", "consumer", "slice"]).doUpdateSet({ position, at }),
          )
          .execute();
      });
    },

    /** For each slice the position up to which its sightings are counted. */
    sightings: async (): Promise<number[]> => {
      const rows = await db
        .selectFrom("log_cursors")
        .select(["slice", "position"])
        .where("log_id", "=", logId)
        .where("consumer", "=", "sightings")
        .where("partition", "in", [wholeLog, partition])
        .orderBy("partition")
        .execute();
      const positions = Array.from({ length: sightingSlices }, () => 0);
      for (const { slice, position } of rows) positions[slice] = position;
      return positions;
    },

    /** To be called in the transaction that counts them. */
    storeSightings: async (trx: Kysely<Database>, slices: readonly number[], position: number): Promise<void> => {
      await check(trx);
      await sql`insert into log_cursors (log_id, partition, consumer, slice, position)
        select ${logId}::uuid, ${partition}::smallint, 'sightings', slice, ${position}::bigint
        from unnest(${arrayOf("smallint", slices, (slice) => slice)}) as counted (slice)
        on conflict (log_id, partition, consumer, slice) do update set position = excluded.position`.execute(trx);
    },
  };
}

/** How far the slowest of these partitions of a log has been processed; null: one of them has not begun. */
export async function slowestProgress(
  db: Kysely<Database>,
  logId: string,
  partitions: readonly number[],
): Promise<LocatedUpTo | null> {
  const { rows } = await sql<{ position: number; at: Date | null; located: number }>`
    select min(position) as position, min(at) as at, (count(*) filter (where consumer = 'located'))::int as located
    from log_cursors where log_id = ${logId}::uuid
      and partition = any(${arrayOf("smallint", partitions, (partition) => partition)})`.execute(db);
  const [row] = rows;
  return row?.at && row.located === partitions.length ? { position: row.position, atMs: row.at.getTime() } : null;
}

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
  const table = partition === wholeLog ? "log_cursors" : "log_partition_cursors";
  const columns = partition === wholeLog ? sql`log_id` : sql`log_id, partition`;
  const values = partition === wholeLog ? sql`${logId}::uuid` : sql`${logId}::uuid, ${partition}::smallint`;
  /** What is stored of a consumer, the partition's own last. */
  const stored = async (consumer: "located" | "sightings") => {
    const whole = await db
      .selectFrom("log_cursors")
      .select(["slice", "position", "at"])
      .where("log_id", "=", logId)
      .where("consumer", "=", consumer)
      .execute();
    if (partition === wholeLog) return whole;
    const own = await db
      .selectFrom("log_partition_cursors")
      .select(["slice", "position", "at"])
      .where("log_id", "=", logId)
      .where("partition", "=", partition)
      .where("consumer", "=", consumer)
      .execute();
    return [...whole, ...own];
  };
  return {
    /** Null: nothing of this log has been processed. */
    located: async (): Promise<LocatedUpTo | null> => {
      const row = (await stored("located")).at(-1);
      return row?.at ? { position: row.position, atMs: row.at.getTime() } : null;
    },

    storeLocated: async ({ position, atMs }: LocatedUpTo): Promise<void> => {
      await transaction(db, async (trx) => {
        await check(trx);
        await sql`insert into ${sql.table(table)} (${columns}, consumer, slice, position, at)
          select ${values}, 'located', 0, ${position}::bigint, ${new Date(atMs)}::timestamptz
          on conflict (${columns}, consumer, slice) do update set position = excluded.position, at = excluded.at`.execute(
          trx,
        );
      });
    },

    /** For each slice the position up to which its sightings are counted. */
    sightings: async (): Promise<number[]> => {
      const positions = Array.from({ length: sightingSlices }, () => 0);
      for (const { slice, position } of await stored("sightings")) positions[slice] = position;
      return positions;
    },

    /** To be called in the transaction that counts them. */
    storeSightings: async (trx: Kysely<Database>, slices: readonly number[], position: number): Promise<void> => {
      await check(trx);
      await sql`insert into ${sql.table(table)} (${columns}, consumer, slice, position)
        select ${values}, 'sightings', slice, ${position}::bigint
        from unnest(${arrayOf("smallint", slices, (slice) => slice)}) as counted (slice)
        on conflict (${columns}, consumer, slice) do update set position = excluded.position`.execute(trx);
    },
  };
}

/** How far the slowest of these partitions of a log, and of the shares of divided sites, has been processed; null: one has not begun. */
export async function slowestProgress(
  db: Kysely<Database>,
  logId: string,
  partitions: readonly number[],
): Promise<LocatedUpTo | null> {
  const { rows } = await sql<{ position: number; at: Date | null; located: number; all: number }>`
    with counted as (select unnest(${arrayOf("smallint", partitions, (partition) => partition)}) as partition
      union select partition from site_shares where log_id = ${logId}::uuid)
    select min(position) as position, min(at) as at, (count(*) filter (where consumer = 'located'))::int as located,
      (select count(*) from counted)::int as all
    from log_partition_cursors where log_id = ${logId}::uuid and partition in (select partition from counted)`.execute(
    db,
  );
  const [row] = rows;
  return row?.at && row.located === row.all ? { position: row.position, atMs: row.at.getTime() } : null;
}

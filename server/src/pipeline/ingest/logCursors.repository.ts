import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
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
 * How far a log has been processed, stored beside the results.
 * @param check rejects if another process works on the log by now; called in each transaction that writes
 */
export function logCursorsRepository(
  db: Kysely<Database>,
  logId: string,
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
        .executeTakeFirst();
      return row?.at ? { position: row.position, atMs: row.at.getTime() } : null;
    },

    storeLocated: async ({ position, atMs }: LocatedUpTo): Promise<void> => {
      const at = new Date(atMs);
      await transaction(db, async (trx) => {
        await check(trx);
        await trx
          .insertInto("log_cursors")
          .values({ log_id: logId, consumer: "located", slice: 0, position, at })
          .onConflict((conflict) => conflict.columns(["log_id", "consumer", "slice"]).doUpdateSet({ position, at }))
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
        .execute();
      const positions = Array.from({ length: sightingSlices }, () => 0);
      for (const { slice, position } of rows) positions[slice] = position;
      return positions;
    },

    /** To be called in the transaction that counts them. */
    storeSightings: async (trx: Kysely<Database>, slices: readonly number[], position: number): Promise<void> => {
      await check(trx);
      await sql`insert into log_cursors (log_id, consumer, slice, position)
        select ${logId}::uuid, 'sightings', slice, ${position}::bigint
        from unnest(${arrayOf("smallint", slices, (slice) => slice)}) as counted (slice)
        on conflict (log_id, consumer, slice) do update set position = excluded.position`.execute(trx);
    },
  };
}

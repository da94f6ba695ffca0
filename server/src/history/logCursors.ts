import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { arrayOf } from "./unnest.ts";

/** Up to where the log was located: fixes, and what devices said of themselves, are in the database. */
export interface LocatedUpTo {
  /** Everything before it was seen … */
  position: number;
  /** … and every fix up to this moment was made and stored. */
  atMs: number;
}

/** Sightings are counted in so many slices of the trackers, so that no transaction need hold them all. */
export const sightingSlices = 64;

/** The slice of a tracker's sightings: the end of its id is as good as random. */
export function sliceOf(trackerId: string): number {
  return Number.parseInt(trackerId.slice(-2), 16) % sightingSlices;
}

export interface LogCursors {
  /** Null: nothing of this log was worked. */
  located(): Promise<LocatedUpTo | null>;
  keepLocated(upTo: LocatedUpTo): Promise<void>;
  /** For each slice the position up to which its sightings are counted. */
  sightings(): Promise<number[]>;
  /** To be called in the transaction that counts them. */
  keepSightings(trx: Kysely<Database>, slices: readonly number[], position: number): Promise<void>;
}

/** What of a log is worked, kept beside what it was worked into. */
export function logCursors(db: Kysely<Database>, logId: string): LogCursors {
  return {
    located: async () => {
      const row = await db
        .selectFrom("log_cursors")
        .select(["position", "at"])
        .where("log_id", "=", logId)
        .where("consumer", "=", "located")
        .executeTakeFirst();
      return row?.at ? { position: row.position, atMs: row.at.getTime() } : null;
    },
    keepLocated: async ({ position, atMs }) => {
      const at = new Date(atMs);
      await db
        .insertInto("log_cursors")
        .values({ log_id: logId, consumer: "located", slice: 0, position, at })
        .onConflict((conflict) => conflict.columns(["log_id", "consumer", "slice"]).doUpdateSet({ position, at }))
        .execute();
    },
    sightings: async () => {
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
    keepSightings: async (trx, slices, position) => {
      await sql`insert into log_cursors (log_id, consumer, slice, position)
        select ${logId}::uuid, 'sightings', slice, ${position}::bigint
        from unnest(${arrayOf("smallint", slices, (slice) => slice)}) as counted (slice)
        on conflict (log_id, consumer, slice) do update set position = excluded.position`.execute(trx);
    },
  };
}

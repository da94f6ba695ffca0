import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * What a server's background processes do and PGlite, which has none, does not: a checkpoint, without which the
 * write-ahead log grows without end (and is read from its beginning after a crash), and a vacuum with statistics of each
 * table that changed, without which dead rows stay and plans are guesses. Table by table, so that others get their turn.
 */
export async function upkeep(db: Kysely<Database>): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 100
    order by relname`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** A checkpoint when the log since the last one is longer than `maxBytes`, as a server's max_wal_size does. */
export async function shortenLog(db: Kysely<Database>, maxBytes: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db);
  if ((rows[0]?.bytes ?? 0) > maxBytes) await sql`checkpoint`.execute(db);
}

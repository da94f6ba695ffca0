import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * Does what background processes do on a server and PGlite lacks. Checkpoints: without them the write-ahead log grows
 * without end, and is read from its beginning after a crash. Vacuum and statistics of each changed table: without them
 * dead rows stay and query plans are guesses. It goes table by table, so that other queries get through.
 */
export async function upkeep(db: Kysely<Database>): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, relname as name from pg_stat_user_tables
    where n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 100
    order by relname`.execute(db);
  for (const { schema, name } of rows) await sql`vacuum (analyze) ${sql.id(schema, name)}`.execute(db);
  await sql`checkpoint`.execute(db);
}

/**
 * Makes a checkpoint when the log has grown by more than `maxBytes` since the last one, like a server's max_wal_size.
 */
export async function shortenLog(db: Kysely<Database>, maxBytes: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(db);
  if ((rows[0]?.bytes ?? 0) > maxBytes) await sql`checkpoint`.execute(db);
}

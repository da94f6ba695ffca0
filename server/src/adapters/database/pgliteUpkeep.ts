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

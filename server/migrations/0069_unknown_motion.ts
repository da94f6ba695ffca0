import { type Kysely, sql } from "kysely";

/** Whether a thing moved may be unknown (additions A15). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table latest_positions alter column moving drop not null`.execute(db);
  await sql`alter table positions alter column moving drop not null`.execute(db);
}

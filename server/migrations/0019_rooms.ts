import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * The room that a position was most likely in. Its name stays as it was then, since rooms are drawn anew, renamed and
 * removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["positions", "latest_positions"])
    await ddl(
      db,
      `alter table ${table} add column room_id uuid, add column room_name text, add column room_probability real`,
    );
}

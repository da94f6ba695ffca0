import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** The room that a smoothed place lies in. Rows that were smoothed before know none of it and show the live one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table smoothed_positions add column has_room boolean not null default false,
      add column room_id uuid, add column room_name text, add column room_probability real`,
  );
}

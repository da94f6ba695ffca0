import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Large files are worked and taken back in turns (decision 0023): `claimed_until` keeps other processes away while one is
 * at work, and ends the claim of one that was killed; `is_undoing` is set from the first thing that is taken back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    "alter table imports add column claimed_until timestamptz, add column is_undoing boolean not null default false",
  );
}

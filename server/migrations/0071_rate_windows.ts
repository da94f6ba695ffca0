import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * How often something was called, counted by several processes together. Unlogged, so that a call waits for no disk: a
 * crash of the database forgives a minute. The library that writes it relies on the order of the columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create unlogged table rate_windows (
  key text primary key,
  points integer not null default 0,
  expire bigint
)
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Why the history of a site did not move to files the last time; a site that has moved since has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table cold_failures (
  site_id uuid primary key references sites on delete cascade,
  from_ts timestamptz not null,
  failed_at timestamptz not null,
  reason text not null
)
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Files with history of old months, which leaves the database, and up to when each site's has left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table cold_files (
  name text primary key,
  customer_id uuid not null,
  site_id uuid not null references sites on delete cascade,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  rows integer not null,
  bytes integer not null,
  noted_at timestamptz not null,
  frozen_at timestamptz
);
create index cold_files_site on cold_files (site_id, from_ts);
create table cold_sites (
  site_id uuid primary key references sites on delete cascade,
  until_ts timestamptz not null
)
`,
  );
}

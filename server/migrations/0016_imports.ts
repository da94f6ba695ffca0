import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Files that were imported, with what became of their rows, so that a batch can be looked up and undone; and the indexes
 * of the trackers' lists, as assets have them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table imports (
  id uuid primary key,
  kind text not null,
  customer_id uuid not null references customers on delete cascade,
  site_id uuid not null references sites on delete cascade,
  state text not null check (state in ('running', 'done', 'refused', 'undone')),
  filename text not null,
  total int not null,
  created int not null,
  file_rows jsonb not null,
  report jsonb not null,
  requested_by text not null,
  created_at timestamptz not null
);
create index imports_created on imports (created_at);
create index trackers_page on trackers (site_id, archived, id) where deleted_at is null;
create index trackers_site_name on trackers (site_id, lower(name), id) where deleted_at is null;
create index trackers_created on trackers (site_id, created_at, id) where deleted_at is null;
drop index trackers_site
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Up to when each site's history has been thinned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table thinned_sites (
  site_id uuid primary key references sites on delete cascade,
  until_ts timestamptz not null
)
`,
  );
}

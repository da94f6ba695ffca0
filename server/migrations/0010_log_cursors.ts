import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Up to where the log of what devices said is worked: by consumer, and where one writes in several transactions by slice.
 * A position means nothing in another log, so each row names its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table log_cursors (
  log_id uuid not null,
  consumer text not null,
  slice smallint not null,
  position bigint not null,
  at timestamptz,
  primary key (log_id, consumer, slice)
)
`,
  );
}

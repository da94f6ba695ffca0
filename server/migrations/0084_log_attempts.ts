import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** How often the work on a log began at the same position, and at which messages the last two processes ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table log_attempts (
  log_id uuid not null,
  partition smallint not null,
  position bigint not null,
  starts integer not null,
  message bigint,
  suspect bigint,
  primary key (log_id, partition)
)
`,
  );
}

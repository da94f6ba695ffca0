import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * A divided site that has outgrown its shares gets more of them: since when its processes are to leave it for that, and before which position
 * of the log nothing that it says of shares counts any more. Processes of older releases would not leave it, so a process says whether it does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table site_shares add column growing_since timestamptz, add column grown_at bigint;
alter table log_processes add column knows_growth boolean not null default false
`,
  );
}

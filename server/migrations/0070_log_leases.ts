import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Which process works on a log that several can read. The fencing token grows with each holder, and whatever a process
 * writes checks it, so that one that was paused for longer than its lease writes nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table log_leases (
  log_id uuid primary key,
  lease uuid not null,
  leased_until timestamptz not null,
  fencing_token bigint not null
)
`,
  );
}

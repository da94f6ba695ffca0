import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Of which trackers gateways told late, and of which time: where nothing was located then, positions of that time are
 * made. No foreign key, as of what was heard: a tracker deleted a moment before must not fail the whole batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table late_heard (
  tracker_id uuid primary key,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  first_noted_at timestamptz not null,
  noted_at timestamptz not null
)
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Positions of the time of an outage: of which trackers and times they are being made (a note taken out of `late_heard`,
 * in which more may be noted meanwhile), and of which they were made not long ago, so that they can be made again when
 * more gateways tell of that time. No foreign keys, as of `late_heard`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table past_work (
  tracker_id uuid primary key,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  noted_at timestamptz not null
);
create table past_made (
  tracker_id uuid not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  site_id uuid not null,
  made_at timestamptz not null,
  primary key (tracker_id, from_ts)
)
`,
  );
}

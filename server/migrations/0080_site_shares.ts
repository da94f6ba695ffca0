import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * A large site is divided into shares by its trackers, each in a partition of its own beside that of the site. Trackers and assets are
 * in the share that their id says, except those of these tables: a tracker goes to the share of its asset, from a position of the log on.
 * Processes of older releases know nothing of shares, so a process says whether it does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table site_shares (
  log_id uuid not null,
  site_id uuid not null references sites on delete cascade,
  share smallint not null,
  partition smallint not null,
  primary key (log_id, partition),
  unique (log_id, site_id, share)
);
create index site_shares_site on site_shares (site_id);
create table tracker_shares (
  tracker_id uuid primary key references trackers on delete cascade,
  share smallint not null,
  since bigint,
  share_before smallint,
  ready boolean not null default true
);
create table asset_shares (
  asset_id uuid primary key references assets on delete cascade,
  share smallint not null
);
alter table log_processes add column knows_shares boolean not null default false;
alter table failed_messages add column shares smallint[]
`,
  );
}

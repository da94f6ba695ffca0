import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What people are told of events: at which level, and several of a kind as one, for which the newest stands. The events
 * that are there already are told one by one. And what each person has read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table events
  add column told_id uuid,
  add column told_level text check (told_level in ('site', 'customer')),
  add column told_count int not null default 1,
  add column told_since timestamptz,
  add column told_key text,
  add column told_last boolean not null default false;

update events set
  told_id = id,
  told_level = case
    when site_id is null or kind = 'site' and entity_type = 'site' and operation <> 'updated' then 'customer'
    else 'site' end,
  told_since = at,
  told_last = true
where customer_id is not null
  and kind in ('asset', 'link', 'tracker', 'gateway', 'geofence', 'site', 'floor', 'customer', 'user', 'role', 'group')
  and operation in ('created', 'updated', 'deleted', 'archived', 'unarchived', 'linked', 'unlinked', 'imported',
    'credentials_reset', 'asset_entered_geofence', 'asset_exited_geofence', 'asset_exited_geofence_by_timeout');

create index events_told_site on events (site_id, at desc, seq desc) where told_last and told_level = 'site';
create index events_told_customer on events (customer_id, at desc, seq desc)
  where told_last and told_level = 'customer';
create index events_told_key on events (told_key, at desc) where told_last and told_key is not null;

create table notification_states (
  user_id uuid primary key references users on delete cascade,
  last_fetched_at timestamptz,
  read_ids uuid[] not null default '{}'
)
`,
  );
}

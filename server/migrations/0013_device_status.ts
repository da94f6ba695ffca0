import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What devices say of themselves changes every few seconds, and what people say of them nearly never: it gets narrow
 * tables of its own. Nothing in them that changes is indexed and pages keep room for a second version of each row, so an
 * update stays on its page and touches no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table tracker_status (
  tracker_id uuid primary key references trackers on delete cascade,
  last_heard_at timestamptz not null,
  signal_strength int,
  battery_level int,
  battery_mv int
) with (fillfactor = 50);
create table gateway_status (
  hardware_id uuid primary key references hardwares on delete cascade,
  last_message_at timestamptz,
  firmware text,
  place_at timestamptz,
  place_accuracy float8,
  lat float8,
  lon float8
) with (fillfactor = 50);
insert into tracker_status (tracker_id, last_heard_at, signal_strength, battery_level, battery_mv)
  select id, coalesce(last_heard_at, updated_at), signal_strength, battery_level, battery_mv from trackers
  where last_heard_at is not null or battery_level is not null;
insert into gateway_status (hardware_id, last_message_at, firmware, place_at, place_accuracy, lat, lon)
  select id, last_message_at, firmware, place_at, place_accuracy,
    case when place_at is null then null else lat end, case when place_at is null then null else lon end
  from hardwares where last_message_at is not null or firmware is not null or place_at is not null;
alter table trackers drop column last_heard_at, drop column signal_strength, drop column battery_level, drop column battery_mv;
alter table hardwares drop column last_message_at, drop column firmware, drop column place_at, drop column place_accuracy
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Where things are and were. No foreign keys: a row written a moment after its tracker was deleted must not fail the
 * whole batch, and history outlives what it is about. The latest rows leave half of each page free so that an update
 * stays on its page (HOT); the asset's index holds every column of a history row, so that a day of one asset is read from
 * neighbouring pages; BRIN on the time serves retention, since rows arrive in its order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create type position_mechanism as enum ('TRILATERATED', 'ANCHORED', 'GPS');

create table latest_positions (
  tracker_id uuid primary key,
  asset_id uuid,
  site_id uuid not null,
  building_id uuid,
  floor_id uuid,
  ts timestamptz not null,
  end_ts timestamptz not null,
  lat float8 not null,
  lon float8 not null,
  elevation real,
  accuracy real not null,
  accuracy_outer real not null,
  mechanism position_mechanism not null,
  moving boolean not null,
  nearest_hardware_id uuid,
  nearest_dis real,
  signal_strength smallint,
  shown boolean not null
) with (fillfactor = 50);
create index latest_positions_site on latest_positions (site_id);

create table positions (
  tracker_id uuid not null,
  ts timestamptz not null,
  end_ts timestamptz not null,
  asset_id uuid,
  site_id uuid not null,
  floor_id uuid,
  lat float8 not null,
  lon float8 not null,
  elevation real,
  accuracy real not null,
  accuracy_outer real not null,
  mechanism position_mechanism not null,
  moving boolean not null,
  nearest_hardware_id uuid,
  nearest_dis real,
  shown boolean not null default true,
  primary key (tracker_id, ts)
);
create index positions_asset on positions (asset_id, ts, tracker_id) include (end_ts, site_id, floor_id, lat, lon,
  elevation, accuracy, accuracy_outer, mechanism, moving, nearest_hardware_id, nearest_dis, shown)
  where asset_id is not null;
create index positions_ts on positions using brin (ts);

create table sightings (
  tracker_id uuid not null,
  ts timestamptz not null,
  hardware_id uuid not null,
  asset_id uuid,
  rssi real not null,
  rssi_min smallint not null,
  rssi_max smallint not null,
  count int not null,
  primary key (tracker_id, ts, hardware_id)
);
create index sightings_hardware on sightings (hardware_id, ts) include (tracker_id, asset_id, rssi);
create index sightings_ts on sightings using brin (ts);

create table heard (
  id uuid primary key,
  customer_id uuid,
  site_id uuid,
  thing text not null check (thing in ('beacon', 'gateway')),
  kind text not null,
  mac text not null,
  name text,
  rssi smallint,
  hardware_id uuid,
  first_heard_at timestamptz not null,
  last_heard_at timestamptz not null,
  count int not null,
  unique nulls not distinct (site_id, thing, mac)
);
create index heard_last on heard (last_heard_at)
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Geofences, and the stays of assets in them: an open stay is the state of the live path, which continues from it after
 * a restart, and all of them are the history. A stay has no foreign keys, since history outlives what it is about; one
 * asset has one open stay in a fence, so that work that is done again after a crash adds nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table geofences (
  id uuid primary key,
  guid uuid not null unique,
  customer_id uuid not null references customers,
  site_id uuid not null references sites on delete cascade,
  name text not null,
  type text not null check (type in ('circle', 'polygon', 'kml')),
  shape jsonb,
  lat float8 not null,
  lon float8 not null,
  radius float8,
  elevation_lower_bound float8,
  elevation_upper_bound float8,
  floor_ids uuid[] not null default '{}',
  geofence_exit_timeout int,
  sensitivity text not null default 'normal' check (sensitivity in ('low', 'normal', 'high')),
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'circle') = (shape is null)),
  check ((type = 'circle') = (radius is not null)),
  check ((elevation_lower_bound is null) = (elevation_upper_bound is null))
);
create unique index geofences_name_key on geofences (site_id, lower(name)) where deleted_at is null;

create table geofence_stays (
  id uuid primary key,
  geofence_id uuid not null,
  asset_id uuid not null,
  site_id uuid not null,
  enter_at timestamptz not null,
  exit_at timestamptz,
  exit_reason text check (exit_reason in ('exit', 'timeout')),
  decided_at timestamptz not null
);
create unique index geofence_stays_open_key on geofence_stays (geofence_id, asset_id) where exit_at is null;
create index geofence_stays_geofence on geofence_stays (geofence_id, enter_at);
create index geofence_stays_asset on geofence_stays (asset_id, enter_at);
create index geofence_stays_open_site on geofence_stays (site_id) where exit_at is null;
create index geofence_stays_decided on geofence_stays (decided_at)
`,
  );
}

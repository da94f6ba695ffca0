import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What sites learn of their own radio, each fit a version that can be gone back to; the points of walk tests with what
 * was heard there; positions smoothed backward, beside the rows that they belong to, which stay as they were told live.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table calibrations (
  site_id uuid not null references sites on delete cascade,
  version int not null,
  level int not null check (level between 1 and 3),
  source text not null check (source in ('traffic', 'survey')),
  data jsonb not null,
  held_back jsonb,
  active boolean not null default false,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (site_id, version)
);
create unique index calibrations_active on calibrations (site_id) where active;

create table calibration_points (
  id uuid primary key,
  site_id uuid not null references sites on delete cascade,
  floor_id uuid not null references floors on delete cascade,
  tracker_id uuid not null references trackers on delete cascade,
  lat float8 not null,
  lon float8 not null,
  start_at timestamptz not null,
  end_at timestamptz,
  heard jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index calibration_points_site on calibration_points (site_id);
create index calibration_points_floor on calibration_points (floor_id);
create index calibration_points_tracker on calibration_points (tracker_id);

alter table sites add column self_calibrating boolean not null default true;
alter table trackers add column tag_offset_version int;

create table smoothed_positions (
  tracker_id uuid not null,
  ts timestamptz not null,
  lat float8 not null,
  lon float8 not null,
  accuracy real not null,
  accuracy_outer real not null,
  primary key (tracker_id, ts)
);
create index smoothed_positions_ts on smoothed_positions using brin (ts)
`,
  );
}

import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Where time goes: sums of each hour, made from the positions whenever they have changed. `changed_hours` are those
 * whose sums are behind, at first all of which there are positions. `cells` are packed (whereTimeGoes/heatCells.ts),
 * counted from `heat_origins`, which stays where it is if the floor's plan is placed anew. A row without a floor says
 * that things were located outdoors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table changed_hours (
  site_id uuid not null,
  hour timestamptz not null,
  mark uuid not null default gen_random_uuid(),
  primary key (site_id, hour)
);
create table heat_origins (
  floor_id uuid primary key,
  lat float8 not null,
  lon float8 not null
);
create table site_heat (
  site_id uuid not null references sites on delete cascade,
  hour timestamptz not null,
  floor_id uuid,
  cells bytea not null,
  unique nulls not distinct (site_id, hour, floor_id)
);
create table asset_heat (
  asset_id uuid not null,
  hour timestamptz not null,
  floor_id uuid,
  site_id uuid not null references sites on delete cascade,
  cells bytea not null,
  unique nulls not distinct (asset_id, hour, floor_id)
);
create table room_stays (
  asset_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  hour timestamptz not null,
  site_id uuid not null references sites on delete cascade,
  floor_id uuid,
  room_id uuid not null,
  room_name text not null,
  primary key (asset_id, from_at)
);
create index asset_heat_site on asset_heat (site_id, hour);
create index room_stays_site on room_stays (site_id, hour);
create index site_heat_hour on site_heat using brin (hour);
create index asset_heat_hour on asset_heat using brin (hour);
create index room_stays_hour on room_stays using brin (hour);
insert into changed_hours (site_id, hour)
  select distinct site_id, generate_series(date_trunc('hour', ts, 'UTC'), end_ts, interval '1 hour') from positions
`,
  );
}

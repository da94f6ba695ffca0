import { type Kysely, sql } from "kysely";
import { ddl } from "./ddl.ts";

/** What is kept by its time, with its key and its further indexes on each part. */
const tables = {
  positions: {
    key: "tracker_id, ts",
    indexes: {
      asset: `(asset_id, ts, tracker_id) include (end_ts, site_id, floor_id, lat, lon, elevation, accuracy, accuracy_outer,
        mechanism, moving, nearest_hardware_id, nearest_dis, shown) where asset_id is not null`,
      place: "(site_id, floor_id, ts)",
      ts: "using brin (ts)",
    },
  },
  smoothed_positions: { key: "tracker_id, ts", indexes: { ts: "using brin (ts)" } },
  sightings: {
    key: "tracker_id, ts, hardware_id",
    indexes: { hardware: "(hardware_id, ts) include (tracker_id, asset_id, rssi)", ts: "using brin (ts)" },
  },
} as const;
const monthsAhead = 2;

/**
 * Keeps what grows with time by the month (UTC), so that a month goes as a whole: `NAME_past` has all before the first
 * month, `NAME_future` all after the last one made, so that a wrong clock's row finds its place too. There is no default
 * part, since with one PostgreSQL cannot read the parts one after the other in the order of time. What was there becomes
 * the past as it stands: no row is copied. Beside it the indexes that lists and viewers lacked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { key, indexes }] of Object.entries(tables)) await part(db, name, key, indexes);
  await ddl(
    db,
    `
create index latest_positions_asset on latest_positions (asset_id);
create index assets_page on assets (site_id, archived, id) where deleted_at is null;
create index assets_created on assets (site_id, created_at, id) where deleted_at is null;
create index assets_updated on assets (site_id, updated_at, id) where deleted_at is null;
create index assets_type on assets (site_id, lower(type), id) where deleted_at is null;
create index users_identity_sub on users (identity_sub)
`,
  );
}

async function part(
  db: Kysely<unknown>,
  name: string,
  key: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  const past = `${name}_past`;
  await ddl(db, `alter table ${name} rename to ${past};\nalter index ${name}_pkey rename to ${past}_pkey`);
  for (const index of Object.keys(indexes))
    await ddl(db, `alter index if exists ${name}_${index} rename to ${past}_${index}`);
  await ddl(db, `create table ${name} (like ${past} including defaults, primary key (${key})) partition by range (ts)`);
  const first = await firstMonth(db, past);
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const [from, to] = [day(first, ahead), day(first, ahead + 1)];
    const month = `${name}_${from.slice(0, 4)}_${from.slice(5, 7)}`;
    await ddl(db, `create table ${month} partition of ${name} for values from ('${from}') to ('${to}')`);
  }
  const last = day(first, monthsAhead + 1);
  await ddl(
    db,
    `
create table ${name}_future partition of ${name} for values from ('${last}') to (maxvalue);
with strays as (delete from ${past} where ts >= '${day(first, 0)}' returning *) insert into ${name} select * from strays;
alter table ${name} attach partition ${past} for values from (minvalue) to ('${day(first, 0)}')
`,
  );
  // A part that has such an index already gives its own.
  for (const [index, on] of Object.entries(indexes))
    await ddl(db, `create index ${name}_${index} on ${name} ${on.replaceAll(/\s+/g, " ")}`);
}

/** This month, or the one after the newest row of no wrong clock: what was written stays where it is. */
async function firstMonth(db: Kysely<unknown>, past: string): Promise<Date> {
  const { rows } = await sql<{ first: Date }>`
    select date_trunc('month', greatest(now(), max(ts) + interval '1 month'), 'UTC') as first
    from ${sql.table(past)} where ts < now() + interval '1 day'`.execute(db);
  return rows[0]!.first;
}

/** The first day of a month so many months later, in UTC: `2026-11-01 00:00+00`. */
function day(from: Date, months: number): string {
  const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months));
  return `${at.toISOString().slice(0, 10)} 00:00+00`;
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { AnalyticsQuery } from "./analyticsQuery.ts";
import { hourMs } from "../../pipeline/history/hours.ts";
import type { PlaceStay } from "./dwellAndFlows.ts";

/** A place that things can be in. */
export interface NamedPlace {
  id: string;
  name: string;
}

/** The assets that are asked about. */
export async function assetsInQuery(db: Kysely<Database>, filter: AnalyticsQuery): Promise<string[]> {
  let query = db.selectFrom("assets").select("id").where("site_id", "=", filter.siteId).orderBy("id");
  if (filter.assetIds !== null) query = query.where("id", "in", filter.assetIds);
  if (filter.type !== null) query = query.where("type", "=", filter.type);
  return (await query.execute()).map(({ id }) => id);
}

/**
 * The stays of these assets in rooms, by asset and time, in the parts that fall within an hour. A month of a large site
 * has over a million: each asset's come as four lists in one row, which costs a third of a row for each stay.
 */
export async function roomStays(
  db: Kysely<Database>,
  { siteId, floorId, from, to }: AnalyticsQuery,
  assetIds: readonly string[],
): Promise<PlaceStay[]> {
  const { rows } = await sql<RoomStays>`
    select asset.id as asset_id, stays.*
    from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id), lateral (
      select json_agg(room_id) as ids, json_agg(room_name) as names,
        json_agg(extract(epoch from from_at)::float8) as starts, json_agg(extract(epoch from to_at)::float8) as ends
      from (
        select s.room_id, s.room_name, s.from_at, s.to_at from room_stays s
        where s.asset_id = asset.id and s.from_at >= ${new Date(from.getTime() - hourMs)} and s.from_at < ${to}
          and s.to_at > ${from} and s.site_id = ${siteId}
          ${floorId === null ? sql`` : sql`and s.floor_id = ${floorId}`}
        order by s.from_at
      ) as s
    ) as stays`.execute(db);
  return rows.flatMap(({ asset_id: assetId, ids, names, starts, ends }) =>
    (ids ?? []).map((id, nth) => ({
      assetId,
      place: { id, name: names![nth]! },
      fromMs: Math.round(starts![nth]! * 1000),
      toMs: Math.round(ends![nth]! * 1000),
    })),
  );
}

/** Of one asset, by the beginnings; nulls: none. */
interface RoomStays {
  asset_id: string;
  ids: string[] | null;
  names: string[] | null;
  /** Seconds since 1970. */
  starts: number[] | null;
  ends: number[] | null;
}

/** The stays of these assets in geofences, by asset and time; one that is open lasts until now. */
export async function fenceStays(
  db: Kysely<Database>,
  { siteId, floorId, from, to }: AnalyticsQuery,
  assetIds: readonly string[],
  now: Date,
): Promise<PlaceStay[]> {
  const { rows } = await sql<{ asset_id: string; id: string; name: string; from_at: Date; to_at: Date }>`
    select s.asset_id, g.id, g.name, s.enter_at as from_at, coalesce(s.exit_at, ${now}::timestamptz) as to_at
    from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id)
    join geofence_stays s on s.asset_id = asset.id and s.enter_at < ${to}
      and (s.exit_at is null or s.exit_at > ${from})
    join geofences g on g.id = s.geofence_id
    where s.site_id = ${siteId} ${floorId === null ? sql`` : sql`and (g.floor_ids = '{}' or ${floorId} = any(g.floor_ids))`}
    order by s.asset_id, s.enter_at, s.id`.execute(db);
  return rows.map(({ asset_id: assetId, id, name, from_at, to_at }) => ({
    assetId,
    place: { id, name },
    fromMs: from_at.getTime(),
    toMs: to_at.getTime(),
  }));
}

/** The rooms that are drawn now. */
export async function roomsOfSite(db: Kysely<Database>, { siteId, floorId }: AnalyticsQuery): Promise<NamedPlace[]> {
  let query = db.selectFrom("floors").select(["level", "drawing"]).where("site_id", "=", siteId).orderBy("level");
  if (floorId !== null) query = query.where("id", "=", floorId);
  return (await query.execute()).flatMap(({ drawing }) => (drawing.rooms ?? []).map(({ id, name }) => ({ id, name })));
}

/** The geofences that are there now. */
export async function fencesOfSite(db: Kysely<Database>, { siteId, floorId }: AnalyticsQuery): Promise<NamedPlace[]> {
  let query = db
    .selectFrom("geofences")
    .select(["id", "name"])
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .orderBy("name");
  if (floorId !== null) query = query.where(sql<boolean>`(floor_ids = '{}' or ${floorId} = any(floor_ids))`);
  return query.execute();
}

/** Whether a floor is one of a site. */
export async function isFloorOf(db: Kysely<Database>, siteId: string, floorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("floors")
    .select("id")
    .where("id", "=", floorId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function siteName(db: Kysely<Database>, siteId: string): Promise<string> {
  return (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirst())?.name ?? "";
}

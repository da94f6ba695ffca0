import { type Kysely, sql } from "kysely";
import type { LatLon } from "@pulse/geo/latLon";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import { type Cells, packCells } from "./heatCells.ts";
import type { TimedPosition, RoomStay } from "./hourSums.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import { byTime, type ColdRow } from "../../pipeline/history/cold/coldRow.ts";
import type { ColdRows } from "../../pipeline/history/cold/coldRows.ts";
import type { StoredPosition } from "../../pipeline/history/positionHistory.ts";
import { gapMs } from "../../pipeline/history/positionFold.ts";

/** The sums of an hour, to be written. */
export interface SummedHour {
  siteId: string;
  hour: Date;
  /** By floor. */
  site: ReadonlyMap<string | null, Cells>;
  assets: readonly { assetId: string; floorId: string | null; cells: Cells }[];
  stays: readonly (RoomStay & { assetId: string })[];
}

/**
 * The assets of a site that had a tracker after a moment. Messages from before a tracker was linked may be processed
 * afterwards, so the beginning of the link does not matter.
 */
export async function assetsWithTrackers(db: Kysely<Database>, siteId: string, from: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("assets as a", "a.id", "l.asset_id")
    .select("a.id")
    .distinct()
    .where("a.site_id", "=", siteId)
    .where((eb) => eb.or([eb("l.unlinked_at", "is", null), eb("l.unlinked_at", ">=", from)]))
    .orderBy("a.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What a sum is made of. */
type HourRow = Pick<
  StoredPosition,
  "site_id" | "floor_id" | "ts" | "end_ts" | "lat" | "lon" | "shown" | "room_id" | "room_name"
> & { asset_id: string; tracker_id: string };

/** The positions of these assets in a span, by asset and time, with those of the minute before and after it. */
export async function positionsInHour(
  db: Kysely<Database>,
  assetIds: readonly string[],
  { from, to }: { from: Date; to: Date },
  months: ColdHistory,
): Promise<Map<string, TimedPosition[]>> {
  const until = new Date(to.getTime() + gapMs);
  const since = new Date(from.getTime() - gapMs);
  const rows = await months.read(db, { assetIds }, { from, to: until }, async (cold) => {
    const warm = await storedInHour(db, assetIds, { since, from, until });
    return cold.isEmpty ? warm : withFrozen(warm, cold, await assetsOfTrackers(db, assetIds), { since, from, until });
  });
  const byAsset = new Map<string, TimedPosition[]>();
  for (const row of rows) {
    const ofAsset = byAsset.get(row.asset_id) ?? [];
    byAsset.set(row.asset_id, ofAsset);
    ofAsset.push({
      siteId: row.site_id,
      floorId: row.floor_id,
      fromMs: row.ts.getTime(),
      toMs: row.end_ts.getTime(),
      lat: row.lat,
      lon: row.lon,
      shown: row.shown,
      room: row.room_id === null ? null : { id: row.room_id, name: row.room_name ?? "" },
    });
  }
  return byAsset;
}

interface HourWithEdges {
  since: Date;
  from: Date;
  until: Date;
}

/** Adds what cold files have of the same time. Of the rows before an hour only each tracker's last one counts. */
async function withFrozen(
  warm: readonly HourRow[],
  cold: ColdRows,
  links: readonly { asset_id: string; tracker_id: string }[],
  { since, from, until }: HourWithEdges,
): Promise<HourRow[]> {
  const before = await cold.lastAt(links.map(({ tracker_id: trackerId }) => ({ trackerId, atMs: from.getTime() - 1 })));
  const last = before.filter(
    (row, nth) => row !== null && row.end_ts >= since && row.asset_id === links[nth]!.asset_id,
  ) as ColdRow[];
  const lastMs = new Map(last.map((row) => [row.tracker_id, row.ts.getTime()]));
  const current = warm.filter((row) => row.ts >= from || row.ts.getTime() >= (lastMs.get(row.tracker_id) ?? -Infinity));
  const began = await cold.began({ fromMs: from.getTime(), toMs: until.getTime() - 1 });
  const frozen = [...last, ...began] as (ColdRow & { asset_id: string })[];
  return [...current, ...frozen].sort((a, b) =>
    a.asset_id === b.asset_id ? byTime(a, b) : a.asset_id < b.asset_id ? -1 : 1,
  );
}

function assetsOfTrackers(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<{ asset_id: string; tracker_id: string }[]> {
  return db
    .selectFrom("links")
    .select(["asset_id", "tracker_id"])
    .distinct()
    .where(sql<boolean>`asset_id = any(${arrayOf("uuid", assetIds, (id) => id)})`)
    .execute();
}

async function storedInHour(
  db: Kysely<Database>,
  assetIds: readonly string[],
  { since, from, until }: HourWithEdges,
): Promise<HourRow[]> {
  const columns = sql.raw(
    ["asset_id", "tracker_id", "site_id", "floor_id", "ts", "end_ts", "lat", "lon", "shown", "room_id", "room_name"]
      .map((name) => `p.${name}`)
      .join(", "),
  );
  const { rows } = await sql<HourRow>`
    select ${columns} from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id), lateral (
      select h.* from (select distinct tracker_id as id from links where asset_id = asset.id) as wanted,
        lateral (select l.* from positions l where l.tracker_id = wanted.id and l.ts < ${from}
          order by l.ts desc limit 1) as h
        where h.end_ts >= ${since} and h.asset_id = asset.id
      union all
      select s.* from positions s where s.asset_id = asset.id and s.ts >= ${from} and s.ts < ${until}
    ) as p order by p.asset_id, p.ts, p.tracker_id`.execute(db);
  return rows;
}

/** The origins from which the cells of these floors are counted. */
export async function heatOrigins(db: Kysely<Database>, floorIds: readonly string[]): Promise<Map<string, LatLon>> {
  if (floorIds.length === 0) return new Map();
  const rows = await db.selectFrom("heat_origins").selectAll().where("floor_id", "in", floorIds).execute();
  return new Map(rows.map(({ floor_id, lat, lon }) => [floor_id, { lat, lon }]));
}

/** Gives a floor its origin, and returns the one that it has, since another process may have been first. */
export async function setHeatOrigin(db: Kysely<Database>, floorId: string, at: LatLon): Promise<LatLon> {
  await db
    .insertInto("heat_origins")
    .values({ floor_id: floorId, lat: at.lat, lon: at.lon })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await heatOrigins(db, [floorId])).get(floorId) ?? at;
}

/** Writes the sums of an hour in place of the earlier ones. */
export async function writeHour(trx: Kysely<Database>, summed: SummedHour): Promise<void> {
  const { siteId, hour } = summed;
  for (const table of ["site_heat", "asset_heat", "room_stays"] as const)
    await trx.deleteFrom(table).where("site_id", "=", siteId).where("hour", "=", hour).execute();
  const site = [...summed.site].map(([floorId, cells]) => ({ floorId, cells }));
  if (site.length > 0)
    await sql`insert into site_heat (site_id, hour, floor_id, cells)
      select ${siteId}::uuid, ${hour}::timestamptz, floor_id, decode(cells, 'hex') from unnest(
        ${arrayOf("uuid", site, (row) => row.floorId)}, ${arrayOf("text", site, (row) => hexOf(row.cells))})
        as heat (floor_id, cells)`.execute(trx);
  if (summed.assets.length > 0)
    await sql`insert into asset_heat (asset_id, hour, floor_id, site_id, cells)
      select asset_id, ${hour}::timestamptz, floor_id, ${siteId}::uuid, decode(cells, 'hex') from unnest(
        ${arrayOf("uuid", summed.assets, (row) => row.assetId)},
        ${arrayOf("uuid", summed.assets, (row) => row.floorId)},
        ${arrayOf("text", summed.assets, (row) => hexOf(row.cells))}) as heat (asset_id, floor_id, cells)`.execute(trx);
  if (summed.stays.length > 0)
    await sql`insert into room_stays (asset_id, from_at, to_at, hour, site_id, floor_id, room_id, room_name)
      select asset_id, from_at, to_at, ${hour}::timestamptz, ${siteId}::uuid, floor_id, room_id, room_name from unnest(
        ${arrayOf("uuid", summed.stays, (row) => row.assetId)},
        ${arrayOf("timestamptz", summed.stays, (row) => instant(row.fromMs))},
        ${arrayOf("timestamptz", summed.stays, (row) => instant(row.toMs))},
        ${arrayOf("uuid", summed.stays, (row) => row.floorId)},
        ${arrayOf("uuid", summed.stays, (row) => row.room.id)},
        ${arrayOf("text", summed.stays, (row) => row.room.name)})
        as stay (asset_id, from_at, to_at, floor_id, room_id, room_name)
      on conflict (asset_id, from_at) do nothing`.execute(trx);
}

const hexOf = (cells: Cells): string => Buffer.from(packCells(cells)).toString("hex");

/** Deletes the sums of hours before a moment. */
export async function deleteHoursBefore(db: Kysely<Database>, before: Date): Promise<void> {
  for (const table of ["changed_hours", "site_heat", "asset_heat", "room_stays"] as const)
    await db.deleteFrom(table).where("hour", "<", before).execute();
}

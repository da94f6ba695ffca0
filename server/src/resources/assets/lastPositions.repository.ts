import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isAssetInScope } from "../../platform/database/sitePartition.ts";
import type { PositionsTable } from "../../platform/database/tables/positions.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { ColdRows } from "../../pipeline/history/cold/coldRows.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { newestOf } from "./newestPosition.ts";

export type LastPosition = Selectable<PositionsTable> & { signal_strength: number | null };

/** Where each of these assets was at a moment of the past; a stay that continued is cut off at that moment. */
export function pastPositions(
  db: Kysely<Database>,
  siteId: string,
  assetIds: readonly string[],
  at: Date,
  months: ColdHistory,
): Promise<Map<string, LastPosition>> {
  return months.read(db, { siteId }, { from: at, to: at }, async (cold) => {
    const rows = await lastOfTrackers(db, assetIds, { at });
    const all = cold.isEmpty ? rows : [...rows, ...(await frozenOfTrackers(db, assetIds, at, cold))];
    const newest = new Map<string, LastPosition>();
    for (const row of all) {
      const key = `${row.tracker_id} ${row.asset_id}`;
      const known = newest.get(key);
      if (known === undefined || known.ts < row.ts) newest.set(key, row);
    }
    return byAsset([...newest.values()].map((row) => (row.end_ts > at ? { ...row, end_ts: at } : row)));
  });
}

/** The same as `lastOfTrackers` up to a moment, from cold files. */
async function frozenOfTrackers(
  db: Kysely<Database>,
  assetIds: readonly string[],
  at: Date,
  cold: ColdRows,
): Promise<LastPosition[]> {
  const { rows: links } = await sql<{ asset_id: string; tracker_id: string; until: Date | null }>`
    select asset_id, tracker_id, case when bool_and(unlinked_at is not null)
      then max(unlinked_at) + interval '${sql.raw(underWay)}' end as until
    from links where asset_id = any(${arrayOf("uuid", assetIds, (id) => id)}) group by asset_id, tracker_id`.execute(
    db,
  );
  const frozen = await cold.lastAt(
    links.map(({ asset_id: assetId, tracker_id: trackerId, until }) => ({
      trackerId,
      assetId,
      isShown: true,
      atMs: Math.min(at.getTime(), until?.getTime() ?? Infinity),
    })),
  );
  return frozen.flatMap((row) => (row === null ? [] : { ...row, signal_strength: null }));
}

/**
 * The last position of each of these assets: the latest row of its tracker or, if the tracker has gone to another asset
 * since, the newest row of the history.
 */
export async function lastPositions(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<Map<string, LastPosition>> {
  if (assetIds.length === 0) return new Map();
  const latest = await db
    .selectFrom("latest_positions")
    .selectAll()
    .where("asset_id", "=", sql<string>`any(${arrayOf("uuid", assetIds, (id) => id)})`)
    .where("shown", "=", true)
    .execute();
  const found = byAsset(latest);
  const missing = assetIds.filter((id) => !found.has(id));
  for (const [id, row] of await returnedTrackerPositions(db, missing)) found.set(id, row);
  return found;
}

/** Where each of these assets was last with a tracker that it no longer has. */
export async function returnedTrackerPositions(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<Map<string, LastPosition>> {
  return byAsset(await lastOfTrackers(db, assetIds, "given back"));
}

function byAsset(rows: readonly LastPosition[]): Map<string, LastPosition> {
  const ofAsset = Map.groupBy(rows, (row) => row.asset_id!);
  return new Map([...ofAsset].map(([id, positions]) => [id, newestOf(positions)!]));
}

/** A fix may be on its way for this long after its tracker's link has ended. */
const underWay = "1 minute";

/**
 * The newest history row of each of the assets' trackers, one look-up each: up to a moment, or of trackers that the
 * asset no longer has.
 */
async function lastOfTrackers(
  db: Kysely<Database>,
  assetIds: readonly string[],
  of: { at: Date } | "given back",
): Promise<LastPosition[]> {
  if (assetIds.length === 0) return [];
  const [links, time] =
    of === "given back" ? [sql`and unlinked_at is not null`, sql``] : [sql``, sql`and p.ts <= ${of.at}`];
  const { rows } = await sql<Selectable<PositionsTable>>`
    select p.* from (
      select asset_id, tracker_id, max(coalesce(unlinked_at, 'infinity')) + interval '${sql.raw(underWay)}' as until
      from links where asset_id = any(${arrayOf("uuid", assetIds, (id) => id)}) ${links} group by asset_id, tracker_id
    ) as l, lateral (
      select * from positions p where p.tracker_id = l.tracker_id and p.asset_id = l.asset_id and p.shown
        and p.ts <= l.until ${time} order by p.ts desc limit 1
    ) as p`.execute(db);
  return rows.map((row) => ({ ...row, signal_strength: null }));
}

/** The fixes of an asset that was first seen this shortly before it was last seen may not have been used yet. */
const minVisible = "1 minute";

/** When each asset in a scope of the log was seen last with a tracker that it has, ms. Those that were hardly seen are left out. */
export async function lastTimes(db: Kysely<Database>, scope: LogScope): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("latest_positions as l")
    .select(["asset_id", (eb) => eb.fn.max("end_ts").as("at")])
    .where("asset_id", "is not", null)
    .where("shown", "=", true)
    .where(isAssetInScope("l.site_id", "l.asset_id", scope))
    .where(
      // A thing at rest has one row for all that time, so most need no look-up.
      sql<boolean>`(l.ts < l.end_ts - interval '${sql.raw(minVisible)}' or exists (select from positions p
        where p.tracker_id = l.tracker_id and p.asset_id = l.asset_id and p.ts < l.end_ts - interval '${sql.raw(minVisible)}'))`,
    )
    .groupBy("asset_id")
    .execute();
  return new Map(rows.map(({ asset_id, at }) => [asset_id!, at.getTime()]));
}

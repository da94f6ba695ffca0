import type { Kysely, Selectable } from "kysely";
import type { Database, PositionsTable } from "../adapters/database/schema.ts";

export type LastPosition = Selectable<PositionsTable> & { signal_strength: number | null };

/** Two fixes closer in time than this are equally new; the more certain one is the asset's (decisions C14). */
const sameMomentMs = 10_000;

/** The asset's position among those of its trackers: the newest fix, or of two within 10 s the one with the smaller radius. */
export function newestOf(positions: readonly LastPosition[]): LastPosition | null {
  const byAge = [...positions].sort((a, b) => b.end_ts.getTime() - a.end_ts.getTime());
  const [newest] = byAge;
  if (!newest) return null;
  return byAge
    .filter((position) => newest.end_ts.getTime() - position.end_ts.getTime() <= sameMomentMs)
    .reduce((best, position) => (position.accuracy < best.accuracy ? position : best));
}

/** Where each of these assets was at a moment of the past; a stay that went on is cut at that moment. */
export async function positionsAt(
  db: Kysely<Database>,
  assetIds: readonly string[],
  at: Date,
): Promise<Map<string, LastPosition>> {
  const rows = await lastRows(db, assetIds, at);
  return new Map(
    [...rows].map(([id, row]) => [id, row.end_ts > at ? { ...row, end_ts: at } : row] satisfies [string, LastPosition]),
  );
}

/**
 * The last position of each of these assets. The latest row of a tracker is one read for the whole site; an asset whose
 * tracker has gone to another asset since is looked up in the history.
 */
export async function lastPositions(
  db: Kysely<Database>,
  siteId: string,
  assetIds: readonly string[],
): Promise<Map<string, LastPosition>> {
  const latest = await db.selectFrom("latest_positions").selectAll().where("site_id", "=", siteId).execute();
  const byAsset = Map.groupBy(
    latest.filter((row) => row.asset_id !== null && row.shown),
    (row) => row.asset_id!,
  );
  const found = new Map<string, LastPosition>();
  const missing: string[] = [];
  for (const id of assetIds) {
    const newest = newestOf(byAsset.get(id) ?? []);
    if (newest) found.set(id, newest);
    else missing.push(id);
  }
  for (const [id, row] of await lastRows(db, missing, null)) found.set(id, row);
  return found;
}

/** The newest history row of each asset, up to a moment. */
async function lastRows(
  db: Kysely<Database>,
  assetIds: readonly string[],
  until: Date | null,
): Promise<Map<string, LastPosition>> {
  if (assetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("positions")
    .selectAll()
    .distinctOn("asset_id")
    .where("asset_id", "in", [...assetIds])
    .where("shown", "=", true)
    .$if(until !== null, (query) => query.where("ts", "<=", until!))
    .orderBy("asset_id")
    .orderBy("ts", "desc")
    .execute();
  return new Map(rows.map((row) => [row.asset_id!, { ...row, signal_strength: null }]));
}

import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { AssetFix } from "./assetFusion.ts";

/** The newest stored fixes of assets' trackers that still count, oldest first, for a restart. */
export async function storedAssetFixes(db: Kysely<Database>): Promise<AssetFix[]> {
  const rows = await db
    .selectFrom("latest_positions as p")
    .innerJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "p.tracker_id").on("l.unlinked_at", "is", null))
    .select(["l.asset_id", "p.tracker_id", "p.end_ts", "p.accuracy"])
    .where("p.end_ts", ">=", sql<Date>`(select max(end_ts) - interval '10 seconds' from latest_positions)`)
    // The fix that was the asset's comes first, so that an equally good one does not replace it.
    .orderBy(sql`p.asset_id is null`)
    .orderBy("p.end_ts")
    .execute();
  return rows.map((row) => ({
    assetId: row.asset_id,
    trackerId: row.tracker_id,
    atMs: row.end_ts.getTime(),
    accuracyM: row.accuracy,
  }));
}

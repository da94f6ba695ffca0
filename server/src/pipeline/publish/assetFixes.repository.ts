import { type Kysely, sql } from "kysely";
import { isSiteInPartition } from "../../platform/database/sitePartition.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { AssetFix } from "./assetFusion.ts";

/**
 * The newest stored fixes of assets' trackers that still count, for a restart: those in the sites of a partition of the log,
 * oldest first.
 */
export async function storedAssetFixes(db: Kysely<Database>, partition: number): Promise<AssetFix[]> {
  const rows = await db
    .selectFrom("latest_positions as p")
    .innerJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "p.tracker_id").on("l.unlinked_at", "is", null))
    .select(["l.asset_id", "p.tracker_id", "p.end_ts", "p.accuracy"])
    .where(isSiteInPartition("p.site_id", partition))
    .where(
      "p.end_ts",
      ">=",
      sql<Date>`(select max(end_ts) - interval '10 seconds' from latest_positions where ${isSiteInPartition("site_id", partition)})`,
    )
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

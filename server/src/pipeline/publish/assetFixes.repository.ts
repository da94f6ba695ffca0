import { type Kysely, sql } from "kysely";
import { isAssetInScope, isSiteInPartition } from "../../platform/database/sitePartition.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { AssetFix } from "./assetFusion.ts";

/**
 * The newest stored fixes of assets' trackers that still count, for a restart: those of assets in a scope of the log, oldest first.
 */
export async function storedAssetFixes(db: Kysely<Database>, scope: LogScope): Promise<AssetFix[]> {
  const newest =
    scope.divided.size === 0
      ? sql`from latest_positions where ${isSiteInPartition("site_id", scope.home)}`
      : sql`from latest_positions n join links o on o.tracker_id = n.tracker_id and o.unlinked_at is null
          where ${isAssetInScope("n.site_id", "o.asset_id", scope)}`;
  const rows = await db
    .selectFrom("latest_positions as p")
    .innerJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "p.tracker_id").on("l.unlinked_at", "is", null))
    .select(["l.asset_id", "p.tracker_id", "p.end_ts", "p.accuracy"])
    .where(isAssetInScope("p.site_id", "l.asset_id", scope))
    .where("p.end_ts", ">=", sql<Date>`(select max(end_ts) - interval '10 seconds' ${newest})`)
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

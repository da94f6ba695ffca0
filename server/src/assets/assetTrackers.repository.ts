import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";

/** The names of all trackers that were ever linked to an asset, by their ids. */
export async function trackerNames(db: Kysely<Database>, assetId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("trackers as t", "t.id", "l.tracker_id")
    .select(["t.id", "t.name"])
    .distinct()
    .where("l.asset_id", "=", assetId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

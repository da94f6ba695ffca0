import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

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

/** The names of all assets that a tracker was ever linked to, by their ids. */
export async function assetNames(db: Kysely<Database>, trackerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("assets as a", "a.id", "l.asset_id")
    .select(["a.id", "a.name"])
    .distinct()
    .where("l.tracker_id", "=", trackerId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

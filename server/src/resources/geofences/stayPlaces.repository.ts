import type { Section } from "@pulse/contract/fields";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/**
 * In which geofences each asset of a site is, the first entered first, which is the outermost.
 * @param at a moment of the past; null: now
 * @param assetIds the assets to look for; by default all of the site
 */
export async function fencesOfAssets(
  db: Kysely<Database>,
  siteId: string,
  at: Date | null,
  assetIds?: readonly string[],
): Promise<Map<string, Section[]>> {
  const rows = await db
    .selectFrom("geofence_stays as s")
    .innerJoin("geofences as g", "g.id", "s.geofence_id")
    .select(["s.asset_id", "g.id", "g.name"])
    .where("s.site_id", "=", siteId)
    .$if(assetIds !== undefined, (query) =>
      query.where("s.asset_id", "=", sql<string>`any(${arrayOf("uuid", assetIds ?? [], (id) => id)})`),
    )
    .$if(at === null, (query) => query.where("s.exit_at", "is", null))
    .$if(at !== null, (query) =>
      query
        .where("s.enter_at", "<=", at!)
        .where((eb) => eb.or([eb("s.exit_at", "is", null), eb("s.exit_at", ">", at!)])),
    )
    .orderBy("s.enter_at")
    .orderBy("g.id")
    .execute();
  const byAsset = new Map<string, Section[]>();
  for (const { asset_id, id, name } of rows) {
    const section: Section = { kind: "geofence", id, name };
    byAsset.set(asset_id, [...(byAsset.get(asset_id) ?? []), section]);
  }
  return byAsset;
}

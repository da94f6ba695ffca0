import type { Section } from "@pulse/contract/fields";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/**
 * In which geofences each asset of a site is, the first entered first, which is the outermost.
 * @param at a moment of the past; null: now
 */
export async function fencesOfAssets(
  db: Kysely<Database>,
  siteId: string,
  at: Date | null,
): Promise<Map<string, Section[]>> {
  const rows = await db
    .selectFrom("geofence_stays as s")
    .innerJoin("geofences as g", "g.id", "s.geofence_id")
    .select(["s.asset_id", "g.id", "g.name"])
    .where("s.site_id", "=", siteId)
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

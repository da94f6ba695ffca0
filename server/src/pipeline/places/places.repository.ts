import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The names of a site's places. */
export function placesRepository(db: Kysely<Database>) {
  return {
    floors: (siteId: string) =>
      db
        .selectFrom("floors as f")
        .innerJoin("buildings as b", "b.id", "f.building_id")
        .select(["f.id", "f.name", "f.building_id", "b.name as building_name"])
        .where("f.site_id", "=", siteId)
        .execute(),

    /** Includes deleted gateways, since history names them. */
    gateways: async (siteId: string, ids: readonly string[] | "all") =>
      ids.length === 0
        ? []
        : db
            .selectFrom("hardwares")
            .select(["id", "guid", "name"])
            .where("site_id", "=", siteId)
            .$if(ids !== "all", (query) => query.where("id", "in", ids as string[]))
            .execute(),
  };
}

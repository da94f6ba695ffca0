import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

export function sitePlacesRepository(db: Kysely<Database>) {
  return {
    /** The site and its customer; null: there is no such site. */
    place: async (siteId: string): Promise<{ siteId: string; customerId: string } | null> => {
      const row = await db
        .selectFrom("sites")
        .select(["id", "customer_id"])
        .where("id", "=", siteId)
        .executeTakeFirst();
      return row ? { siteId: row.id, customerId: row.customer_id } : null;
    },
  };
}

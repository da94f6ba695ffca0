import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";

export type FilesRepository = ReturnType<typeof filesRepository>;

export function filesRepository(db: Kysely<Database>) {
  return {
    find: async (id: string) => {
      const row = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
      return row
        ? {
            id: row.id,
            customerId: row.customer_id,
            siteId: row.site_id,
            contentType: row.content_type,
            sha256: row.sha256,
          }
        : null;
    },
  };
}

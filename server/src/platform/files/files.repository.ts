import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import type { StoredImage } from "./fileStore.ts";
import type { WriteTransaction } from "../writes/record.ts";

export type FilesRepository = ReturnType<typeof filesRepository>;

/** An image to be remembered, with the site and customer that it belongs to. */
export interface FileRow extends StoredImage {
  customerId: string;
  siteId: string | null;
  filename: string;
}

export function filesRepository(db: Kysely<Database>) {
  return {
    insert: async (trx: WriteTransaction, { id, customerId, siteId, contentType, ...file }: FileRow): Promise<void> => {
      const { size, filename, sha256, width, height } = file;
      const place = { customer_id: customerId, site_id: siteId, content_type: contentType };
      await trx
        .insertInto("files")
        .values({ id, ...place, size, filename, sha256, width, height })
        .execute();
    },

    remove: async (trx: WriteTransaction, id: string): Promise<void> => {
      await trx.deleteFrom("files").where("id", "=", id).execute();
    },

    /** Those of these ids that are files. */
    among: async (ids: readonly string[]): Promise<Set<string>> => {
      const rows = await db
        .selectFrom("files")
        .select("id")
        .where("id", "in", [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

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

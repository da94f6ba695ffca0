import type { ApiKey } from "@pulse/contract/apiKeys";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { customerOperations } from "../../platform/access/customerOperations.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { ApiKeysTable } from "../../platform/database/tables/outward.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type StoredApiKey = Selectable<ApiKeysTable>;
export type ApiKeysRepository = ReturnType<typeof apiKeysRepository>;

/** How precisely the last use is recorded, so that not every call is a write. */
const lastUse = "1 minute";

export function apiKeysRepository(db: Kysely<Database>) {
  return {
    known: (customerId: string) => customerOperations(db, customerId),

    of: async (customerId: string): Promise<ApiKey[]> => {
      const rows = await db
        .selectFrom("api_keys")
        .selectAll()
        .where("customer_id", "=", customerId)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(apiKeyView);
    },

    find: (id: string): Promise<StoredApiKey | undefined> =>
      db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst(),

    /** The key of this hash, with the operations that its customer has; null: it was never limited. */
    byHash: async (hash: string): Promise<(StoredApiKey & { available: readonly string[] | null }) | undefined> => {
      const row = await db
        .selectFrom("api_keys as k")
        .innerJoin("customers as c", "c.id", "k.customer_id")
        .selectAll("k")
        .select("c.config")
        .where("k.secret_hash", "=", hash)
        .executeTakeFirst();
      return row && { ...row, available: row.config.availableOperations ?? null };
    },

    operations: () => db.selectFrom("operations").select(["id", "area", "letter"]).execute(),

    /** The sites of a customer among these. */
    sitesAmong: async (customerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom("sites")
        .select("id")
        .where("customer_id", "=", customerId)
        .where("id", "in", [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    insert: async (trx: WriteTransaction, key: Insertable<ApiKeysTable>): Promise<StoredApiKey> =>
      trx.insertInto("api_keys").values(key).returningAll().executeTakeFirstOrThrow(),

    /** False: it was gone. */
    remove: async (trx: WriteTransaction, id: string): Promise<boolean> => {
      const { numDeletedRows } = await trx.deleteFrom("api_keys").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    used: async ({ id }: Pick<StoredApiKey, "id">, at: Date, from: string): Promise<void> => {
      await db
        .updateTable("api_keys")
        .set({ last_used_at: at, last_used_from: from })
        .where("id", "=", id)
        .where((eb) =>
          eb.or([
            eb("last_used_at", "is", null),
            eb("last_used_from", "!=", from),
            eb("last_used_at", "<", sql<Date>`${at}::timestamptz - ${lastUse}::interval`),
          ]),
        )
        .execute();
    },
  };
}

export function apiKeyView(row: StoredApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    operationIds: row.operation_ids,
    siteIds: row.site_ids,
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    makerGone: row.maker_id === null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
  };
}

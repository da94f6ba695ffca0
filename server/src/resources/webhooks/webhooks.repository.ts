import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { WebhooksTable } from "../../platform/database/tables/outward.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type StoredWebhook = Selectable<WebhooksTable>;
export type WebhooksRepository = ReturnType<typeof webhooksRepository>;
/** What people set. */
export type WebhookSettings = Pick<StoredWebhook, "name" | "url" | "site_id" | "kinds" | "active" | "sees_elevation">;

const columns = { id: sql`id`, name: sql`lower(name)`, created_at: sql`created_at` };
const kindsOf = (kinds: readonly string[]) => sql<string[]>`${arrayOf("text", kinds, (kind) => kind)}`;

export function webhooksRepository(db: Kysely<Database>) {
  return {
    find: (id: string): Promise<StoredWebhook | undefined> =>
      db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst(),

    /** The active webhooks of a customer, of all its sites. */
    activeOf: (customerId: string): Promise<StoredWebhook[]> =>
      db.selectFrom("webhooks").selectAll().where("customer_id", "=", customerId).where("active", "=", true).execute(),

    /** @param siteIds leaves out those of other sites and those of all sites; null: all of them */
    search: async (customerId: string, siteIds: ReadonlySet<string> | null, query: SearchQuery) => {
      const page = window(query, "list");
      const matching = db
        .selectFrom("webhooks")
        .where("customer_id", "=", customerId)
        .$if(siteIds !== null, (rows) =>
          rows.where("site_id", "=", sql<string>`any(${arrayOf("uuid", [...siteIds!], (id) => id)})`),
        )
        .where(keywordCondition(query, { name: sql`name` }));
      const { rows, metadata } = await readPage(
        matching,
        (total) => matching.selectAll().select(total).orderBy(ordering(query, columns)),
        page,
      );
      return { rows: rows as StoredWebhook[], metadata };
    },

    /** How many a customer has; until the transaction ends, no other one can be added. */
    countLocked: async (trx: WriteTransaction, customerId: string): Promise<number> => {
      await trx.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().execute();
      const { count } = await trx
        .selectFrom("webhooks")
        .select(sql<string>`count(*)`.as("count"))
        .where("customer_id", "=", customerId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    create: (
      trx: WriteTransaction,
      { kinds, ...webhook }: WebhookSettings & Pick<StoredWebhook, "id" | "customer_id" | "secret">,
    ): Promise<StoredWebhook> =>
      trx
        .insertInto("webhooks")
        .values({ ...webhook, kinds: kindsOf(kinds) })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Locks the row, so that two changes do not miss each other. */
    locked: (trx: WriteTransaction, id: string): Promise<StoredWebhook | undefined> =>
      trx.selectFrom("webhooks").selectAll().where("id", "=", id).forUpdate().executeTakeFirst(),

    /** A webhook that was changed is tried at once. */
    change: (trx: WriteTransaction, id: string, { kinds, ...settings }: WebhookSettings): Promise<StoredWebhook> =>
      trx
        .updateTable("webhooks")
        .set({
          ...settings,
          kinds: kindsOf(kinds),
          failures: 0,
          rests_until: null,
          version: sql`version + 1`,
          updated_at: new Date(),
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    remove: async (trx: WriteTransaction, id: string): Promise<void> => {
      await trx.deleteFrom("webhooks").where("id", "=", id).execute();
    },
  };
}

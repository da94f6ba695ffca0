import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { WebhookDeliveriesTable } from "../../platform/database/tables/outward.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

export type StoredDelivery = Selectable<WebhookDeliveriesTable>;
export type NewDelivery = Insertable<WebhookDeliveriesTable>;
/** A delivery with its webhook's address and secret. */
export type ClaimedDelivery = StoredDelivery & { url: string; secret: string };
export type DeliveriesRepository = ReturnType<typeof deliveriesRepository>;

/** How many deliveries of each webhook are kept (additions A6). */
const maxListed = 200;

/** @param db a transaction's handle shows what it has written */
export function deliveriesRepository(db: Kysely<Database>) {
  return {
    /** Deliveries that exist already stay as they are. */
    add: async (deliveries: readonly NewDelivery[]): Promise<void> => {
      await db
        .insertInto("webhook_deliveries")
        .values([...deliveries])
        .onConflict((conflict) => conflict.columns(["webhook_id", "event_id"]).doNothing())
        .execute();
    },

    /** The last deliveries of a webhook, newest first. */
    list: (webhookId: string): Promise<StoredDelivery[]> =>
      db
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("webhook_id", "=", webhookId)
        .orderBy("at", "desc")
        .orderBy("seq", "desc")
        .orderBy("id", "desc")
        .limit(maxListed)
        .execute(),

    find: (webhookId: string, id: string): Promise<StoredDelivery | undefined> =>
      db
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("webhook_id", "=", webhookId)
        .where("id", "=", id)
        .executeTakeFirst(),

    /** Starts a delivery again, as if it were new. */
    requeue: (id: string, now: Date, giveUpAt: Date): Promise<StoredDelivery | undefined> =>
      db
        .updateTable("webhook_deliveries")
        .set({ state: "waiting", attempts: 0, next_try_at: now, give_up_at: giveUpAt, claimed_until: null })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst(),

    /** The webhooks for which something is due. */
    due: async (now: Date): Promise<string[]> => {
      const rows = await db
        .selectFrom("webhook_deliveries as d")
        .innerJoin("webhooks as w", "w.id", "d.webhook_id")
        .select("d.webhook_id")
        .distinct()
        .where("d.state", "=", "waiting")
        .where("d.next_try_at", "<=", now)
        .where("w.active", "=", true)
        .where((eb) => eb.or([eb("w.rests_until", "is", null), eb("w.rests_until", "<=", now)]))
        .execute();
      return rows.map(({ webhook_id }) => webhook_id);
    },

    /**
     * Claims the deliveries that are due for a webhook, the first waiting one of each entity. If an earlier claim has
     * run out, its process died, and the delivery may have been sent.
     */
    claim: (webhookId: string, now: Date, until: Date, most: number): Promise<ClaimedDelivery[]> =>
      db
        .updateTable("webhook_deliveries as d")
        .from("webhooks as w")
        .set({ claimed_until: until, attempts: sql`d.attempts + 1` })
        .whereRef("w.id", "=", "d.webhook_id")
        .where("w.active", "=", true)
        .where((eb) => eb.or([eb("w.rests_until", "is", null), eb("w.rests_until", "<=", now)]))
        .where(
          "d.id",
          "in",
          db
            .selectFrom("webhook_deliveries as one")
            .select("one.id")
            .where("one.webhook_id", "=", webhookId)
            .where("one.state", "=", "waiting")
            .where("one.next_try_at", "<=", now)
            .where((eb) => eb.or([eb("one.claimed_until", "is", null), eb("one.claimed_until", "<=", now)]))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("webhook_deliveries as before")
                    .select("before.id")
                    .whereRef("before.webhook_id", "=", "one.webhook_id")
                    .whereRef("before.entity_key", "=", "one.entity_key")
                    .whereRef("before.seq", "<", "one.seq")
                    .where("before.state", "=", "waiting"),
                ),
              ),
            )
            .orderBy("one.seq")
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll("d")
        .returning(["w.url", "w.secret"])
        .execute(),

    /** Notes how an attempt went; a delivery that somebody has started again or deleted is left alone. */
    storeOutcome: async (
      { id, attempts }: Pick<StoredDelivery, "id" | "attempts">,
      how: Partial<Pick<StoredDelivery, "state" | "next_try_at" | "status" | "duration_ms" | "error" | "attempts">>,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("webhook_deliveries")
        .set({ ...how, claimed_until: null })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .where("attempts", "=", attempts)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** A webhook that accepts nothing rests for longer and longer; one that accepts something does not rest. */
    rest: async (webhookId: string, failures: number, until: Date | null): Promise<void> => {
      await db.updateTable("webhooks").set({ failures, rests_until: until }).where("id", "=", webhookId).execute();
    },

    failuresOf: async (webhookId: string): Promise<number> =>
      (await db.selectFrom("webhooks").select("failures").where("id", "=", webhookId).executeTakeFirst())?.failures ??
      0,

    /** Deletes the deliveries that have ended and are not among the last of their webhook. */
    deleteAllOf: async (webhookIds: readonly string[]): Promise<void> => {
      await sql`delete from webhook_deliveries where state <> 'waiting' and id in (
        select id from (select id, row_number() over (partition by webhook_id order by at desc, seq desc, id desc) as nth
          from webhook_deliveries where webhook_id = any(${arrayOf("uuid", webhookIds, (id) => id)})) as numbered
        where nth > ${maxListed})`.execute(db);
    },
  };
}

import type { NotificationState } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import { readPage, window } from "../../platform/database/listing.ts";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { eventOf } from "../../platform/events/eventRow.ts";
import { kindsOf } from "../../platform/events/notice.ts";
import { fenceOperations } from "../../platform/writes/record.ts";
import type { Readable } from "./audience.ts";

/** Which events are asked for: those of a site, and of its customer if it is given. */
export interface EventsQuery {
  siteId: string;
  customerId?: string | undefined;
  /** Inclusive. */
  start?: Date | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

export type NotificationsRepository = ReturnType<typeof notificationsRepository>;

/** The events that people are told of, and what each person has read. */
export function notificationsRepository(db: Kysely<Database>) {
  return {
    /** Those that somebody may read, the newest first. */
    search: async ({ subjects, crossings, siteIds, userId }: Readable, query: EventsQuery) => {
      const page = window({ ...query, limit: query.limit ?? limits.eventsLimit }, "search");
      const { siteId, customerId, start } = query;
      const matching = db
        .selectFrom("events")
        .where("told_last", "=", true)
        .where((eb) =>
          eb.or([
            eb.and([eb("told_level", "=", "site"), eb("site_id", "=", siteId)]),
            ...(customerId === undefined
              ? []
              : [eb.and([eb("told_level", "=", "customer"), eb("customer_id", "=", customerId)])]),
          ]),
        )
        .where("kind", "=", sql<string>`any(${arrayOf("text", kindsOf(subjects), (kind) => kind)})`)
        .$if(!crossings, (rows) => rows.where("operation", "not in", fenceOperations))
        .where((eb) => eb.or([eb("kind", "<>", "report"), eb(sql<string>`actor ->> 'id'`, "=", userId)]))
        .$if(siteIds !== null, (rows) =>
          rows.where((eb) =>
            eb.or([
              eb("site_id", "is", null),
              eb("site_id", "=", sql<string>`any(${arrayOf("uuid", [...siteIds!], (id) => id)})`),
            ]),
          ),
        )
        .$if(start !== undefined, (rows) => rows.where("at", ">=", start!));
      const { rows, metadata } = await readPage(
        matching,
        (total) => matching.selectAll().select(total).orderBy("at", "desc").orderBy("seq", "desc"),
        page,
      );
      return { events: rows.map(eventOf), metadata };
    },

    /** What a person has read. */
    state: async (userId: string): Promise<NotificationState> => {
      const row = await db
        .selectFrom("notification_states")
        .selectAll()
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return stateOf(row);
    },

    /** Adds to what a person has read. The moment never moves back; of single events the newest stay. */
    read: async (
      userId: string,
      added: { lastFetchedAt: Date | null; readIds: string[] },
    ): Promise<NotificationState> => {
      const ids = arrayOf("uuid", added.readIds, (id) => id);
      // An event's id begins with its time.
      const newest = (all: ReturnType<typeof sql>) =>
        sql<string[]>`(select coalesce(array_agg(id), '{}') from (select distinct id from unnest(${all}) as id
          order by id desc limit ${limits.readEventsKept}) as kept)`;
      const row = await db
        .insertInto("notification_states")
        .values({ user_id: userId, last_fetched_at: added.lastFetchedAt, read_ids: newest(sql`${ids}`) })
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet({
            last_fetched_at: sql`greatest(notification_states.last_fetched_at, excluded.last_fetched_at)`,
            read_ids: newest(sql`notification_states.read_ids || ${ids}`),
          }),
        )
        .returningAll()
        .executeTakeFirst();
      return stateOf(row);
    },
  };
}

function stateOf(row: { last_fetched_at: Date | null; read_ids: string[] } | undefined): NotificationState {
  return { lastFetchedAt: row?.last_fetched_at?.toISOString() ?? null, readIds: row?.read_ids ?? [] };
}

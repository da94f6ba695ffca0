import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import { appendingLock } from "../database/eventParts.ts";
import { leaseEnd, isLeaseExpired } from "../database/lease.ts";
import type { Database } from "../database/schema.ts";
import { arrayOf } from "../database/unnest.ts";
import type { EventToAppend, WriteTransaction } from "../writes/record.ts";
import type { DomainEvent } from "./domainEvent.ts";
import { eventOf, eventToStore, rowOf } from "./eventRow.ts";
import { type Fold, foldEvents } from "./foldEvents.ts";
import { noticeOf } from "./notice.ts";

export type EventsRepository = ReturnType<typeof eventsRepository>;

export function eventsRepository(db: Kysely<Database>) {
  return {
    /**
     * Appends to the stream as the last statement of a transaction. Writers take turns from here to their commit, so
     * that events become visible in the order of their numbers: a reader that has read up to one has missed none before
     * it, and of two changes of a thing the later one has the higher number. Transaction ids would guarantee neither.
     */
    append: async (trx: WriteTransaction, entries: readonly EventToAppend[]): Promise<void> => {
      await sql`select pg_advisory_xact_lock(${appendingLock})`.execute(trx);
      const events = entries.map(eventToStore);
      const notifiable = events.map((event) => ({ id: event.id, atMs: event.at.getTime(), notice: noticeOf(event) }));
      const keys = [...new Set(notifiable.flatMap(({ notice }) => notice?.key ?? []))];
      const since = new Date(Math.min(...notifiable.map(({ atMs }) => atMs)) - limits.eventsFoldMs);
      const { folded, superseded } = foldEvents(notifiable, await openFolds(trx, keys, since));
      if (superseded.size > 0) {
        await trx
          .updateTable("events")
          .set({ told_last: false })
          .where("id", "=", sql<string>`any(${arrayOf("uuid", [...superseded], (id) => id)})`)
          .execute();
        await markUnread(trx, [...new Set(folded.flatMap((fold) => (fold === null || fold.count < 2 ? [] : fold.id)))]);
      }
      const rows = events.map((event, nth) => rowOf(event, folded[nth] ?? null, !superseded.has(event.id)));
      await trx.insertInto("events").values(rows).execute();
    },

    /** The number of the newest event; 0: there is none. */
    newest: async (): Promise<number> => {
      const row = await db
        .selectFrom("events")
        .select((eb) => eb.fn.max("seq").as("seq"))
        .executeTakeFirst();
      return row?.seq ?? 0;
    },

    /** The oldest events after a number, in order. */
    after: async (seq: number, limit: number): Promise<DomainEvent[]> => {
      const rows = await db
        .selectFrom("events")
        .selectAll()
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
      return rows.map(eventOf);
    },

    /** Registers a consumer that starts after a number; a known one keeps its position. */
    register: async (name: string, seq: number): Promise<void> => {
      await db
        .insertInto("event_consumers")
        .values({ name, seq })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    },

    /** Takes or extends the lease on a consumer and returns its position; null: another process has it. */
    claim: async (name: string, owner: string, ms: number): Promise<number | null> => {
      const row = await db
        .updateTable("event_consumers")
        .set({ lease: owner, leased_until: leaseEnd(ms) })
        .where("name", "=", name)
        .where((eb) => eb.or([eb("lease", "=", owner), isLeaseExpired("event_consumers")]))
        .returning("seq")
        .executeTakeFirst();
      return row?.seq ?? null;
    },

    /** Advances a consumer. False: the lease was lost, and another process continues from the old position. */
    advance: async (name: string, owner: string, seq: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("event_consumers")
        .set({ seq })
        .where("name", "=", name)
        .where("lease", "=", owner)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Releases a consumer, so that another process need not wait. */
    release: async (name: string, owner: string): Promise<void> => {
      await db
        .updateTable("event_consumers")
        .set({ lease: null, leased_until: sql<Date>`clock_timestamp()` })
        .where("name", "=", name)
        .where("lease", "=", owner)
        .execute();
    },
  };
}

/** People who had read these folds have not read all of them any more. */
async function markUnread(trx: WriteTransaction, foldIds: readonly string[]): Promise<void> {
  const ids = arrayOf("uuid", foldIds, (id) => id);
  await trx
    .updateTable("notification_states")
    .set({
      read_ids: sql`array(select id from unnest(read_ids) with ordinality as r(id, nth) where id <> all(${ids}) order by nth)`,
    })
    .where(sql<boolean>`read_ids && ${ids}`)
    .execute();
}

/** The newest fold of each key, as long as later events may join it. */
async function openFolds(trx: WriteTransaction, keys: readonly string[], since: Date): Promise<Fold[]> {
  if (keys.length === 0) return [];
  const rows = await trx
    .selectFrom("events")
    .distinctOn("told_key")
    .select(["id", "told_key", "told_id", "told_since", "told_count"])
    .where("told_key", "=", sql<string>`any(${arrayOf("text", keys, (key) => key)})`)
    .where("told_last", "=", true)
    .where("at", ">=", since)
    .orderBy("told_key")
    .orderBy("at", "desc")
    .execute();
  return rows.map((row) => ({
    key: row.told_key!,
    id: row.told_id!,
    sinceMs: row.told_since!.getTime(),
    count: row.told_count,
    newestId: row.id,
  }));
}

import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { leaseEnd, leaseIsOver } from "../adapters/database/lease.ts";
import type { Database, EventsTable } from "../adapters/database/schema.ts";
import type { EventKind, EventToAppend, Writing } from "../writes/record.ts";
import { type DomainEvent, type EventOperation, operationOf } from "./domainEvent.ts";

export type EventsRepository = ReturnType<typeof eventsRepository>;

/** Any number that no other lock uses. */
const appending = 7_285_011;

export function eventsRepository(db: Kysely<Database>) {
  return {
    /**
     * Appends to the stream as the last statement of a transaction. Writers take turns from here to their commit, so
     * that events become visible in the order of their numbers: a reader that has read up to one has missed none before
     * it, and of two changes of a thing the later one has the higher number. Transaction ids would guarantee neither.
     */
    append: async (trx: Writing, entries: readonly EventToAppend[]): Promise<void> => {
      await sql`select pg_advisory_xact_lock(${appending})`.execute(trx);
      await trx.insertInto("events").values(entries.map(rowOf)).execute();
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
        .where((eb) => eb.or([eb("lease", "=", owner), leaseIsOver("event_consumers")]))
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

function rowOf({ record, person, atMs }: EventToAppend) {
  const { kind, action, entity, customerId, siteId = null, changes = [] } = record;
  const actor = person
    ? { kind: "person", id: person.userId ?? null, email: person.email ?? null }
    : { kind: "system" };
  return {
    id: uuidv7({ msecs: atMs }),
    at: new Date(atMs),
    kind,
    operation: operationOf[action],
    customer_id: customerId,
    site_id: siteId,
    // The API says hardware for gateways, and so does the audit log.
    entity_type: entity.kind === "hardware" ? kind : (entity.kind ?? kind),
    entity_id: entity.id,
    entity_name: entity.name,
    actor: JSON.stringify(actor),
    data: JSON.stringify({ changes }),
  };
}

function eventOf(row: Selectable<EventsTable>): DomainEvent {
  return {
    seq: row.seq,
    id: row.id,
    at: row.at,
    kind: row.kind as EventKind,
    operation: row.operation as EventOperation,
    customerId: row.customer_id,
    siteId: row.site_id,
    entity: { type: row.entity_type, id: row.entity_id, name: row.entity_name },
    actor: row.actor,
    data: row.data,
  };
}

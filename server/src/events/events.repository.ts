import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { leaseEnd, leaseIsOver } from "../adapters/database/lease.ts";
import type { Database, EventsTable } from "../adapters/database/schema.ts";
import type { EventKind, EventToAppend, Writing } from "../writes/record.ts";
import { type DomainEvent, type EventOperation, operationOf } from "./domainEvent.ts";

export type EventsRepository = ReturnType<typeof eventsRepository>;

/** Any number, as long as nothing else here locks by it. */
const appending = 7_285_011;

export function eventsRepository(db: Kysely<Database>) {
  return {
    /**
     * Appends to the stream, as the last of a transaction's statements. Writers take turns from here to their commit, so
     * that the numbers become visible in their order: whoever has read up to one has missed none before it, and of two
     * changes of one thing the later one has the higher number. Order by transaction ids would promise neither.
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

    /** The oldest events after a number, in their order. */
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

    /** Makes a consumer known, beginning after a number; one that is known keeps its place. */
    register: async (name: string, seq: number): Promise<void> => {
      await db
        .insertInto("event_consumers")
        .values({ name, seq })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    },

    /** Takes the lease on a consumer, or extends it: up to where it has read; null: another process is at it. */
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

    /** Moves a consumer on. False: the lease was lost, and somebody else goes on from the old place. */
    advance: async (name: string, owner: string, seq: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable("event_consumers")
        .set({ seq })
        .where("name", "=", name)
        .where("lease", "=", owner)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Lets go of a consumer, so that another process need not wait. */
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
    // The API calls gateways hardware, and so does the audit log.
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

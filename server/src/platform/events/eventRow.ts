import type { Selectable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { EventsTable } from "../database/tables/events.ts";
import type { EventKind, EventToAppend } from "../writes/record.ts";
import { type DomainEvent, type EventOperation, operationOf } from "./domainEvent.ts";
import type { Folded } from "./foldEvents.ts";

/** The event that a record of a write makes. */
export function eventToStore({ record, person, atMs }: EventToAppend): Omit<DomainEvent, "seq" | "notice"> {
  const { kind, entity, customerId, siteId = null } = record;
  const { operation, data } =
    "action" in record
      ? { operation: operationOf[record.action], data: { changes: record.changes ?? [] } }
      : {
          operation: record.operation,
          data: { changes: record.changes ?? [], ...(record.asset ? { asset: record.asset } : {}) },
        };
  const type = "kind" in entity ? entity.kind : undefined;
  return {
    id: uuidv7({ msecs: atMs }),
    at: new Date(atMs),
    kind,
    operation,
    customerId,
    siteId,
    // The API says hardware for gateways, and so does the audit log.
    entity: { type: type === "hardware" ? kind : (type ?? kind), id: entity.id, name: entity.name },
    actor: person
      ? { kind: "person", id: person.userId ?? null, email: person.email ?? null }
      : { kind: "system" as const },
    data,
  };
}

/** The row of a new event. */
export function rowOf(event: Omit<DomainEvent, "seq" | "notice">, notice: Folded | null, isLast: boolean) {
  return {
    id: event.id,
    at: event.at,
    kind: event.kind,
    operation: event.operation,
    customer_id: event.customerId,
    site_id: event.siteId,
    entity_type: event.entity.type,
    entity_id: event.entity.id,
    entity_name: event.entity.name,
    actor: JSON.stringify(event.actor),
    data: JSON.stringify(event.data),
    told_id: notice?.id ?? null,
    told_level: notice?.level ?? null,
    told_count: notice?.count ?? 1,
    told_since: notice && new Date(notice.sinceMs),
    told_key: notice?.key ?? null,
    told_last: notice !== null && isLast,
  };
}

/** An event as it is stored. */
export function eventOf(row: Selectable<EventsTable>): DomainEvent {
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
    notice:
      row.told_id === null || row.told_level === null
        ? null
        : { id: row.told_id, level: row.told_level, count: row.told_count },
  };
}

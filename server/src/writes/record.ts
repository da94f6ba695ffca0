import type { AuditAction } from "@pulse/contract/audit";
import type { Transaction } from "kysely";
import type { ChangedKind } from "../adapters/bus/changed.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { AuditChange, AuditedPerson } from "../audit/auditRow.ts";
import type { Origin } from "../http/origin.ts";

declare const ofWrite: unique symbol;

/** The transaction of a write. Only a unit of work hands one out, and it commits none without its records. */
export type Writing = Transaction<Database> & { readonly [ofWrite]: true };

export type EventKind = Exclude<ChangedKind, "everything">;

/** What was done to one thing: an entry of the audit log, and an event for whoever follows what happens. */
export interface WriteRecord {
  kind: EventKind;
  action: AuditAction;
  /** `kind`: the audit log's word for it, where that is another one. `id` null: there is no such thing. */
  entity: { kind?: string; id: string | null; name: string };
  /** Whom it belongs to; null: to nobody. */
  customerId: string | null;
  siteId?: string | null;
  /** Never a secret, not even a hash of one. */
  changes?: AuditChange[];
  /** Who did it; default: whoever asks. */
  person?: AuditedPerson | null;
}

export type Records = readonly [WriteRecord, ...WriteRecord[]];

/** Who writes, and from where. */
export interface Author {
  /** Null: nobody is signed in. */
  person: AuditedPerson | null;
  origin: Origin;
}

/** One event to append; no person: Pulse did it by itself. */
export interface EventToAppend {
  record: WriteRecord;
  person: AuditedPerson | null;
  atMs: number;
}

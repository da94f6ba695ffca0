import type { AuditAction } from "@pulse/contract/audit";
import type { Transaction } from "kysely";
import type { ChangedKind } from "../bus/changed.ts";
import type { Database } from "../database/schema.ts";
import type { AuditChange, AuditedPerson } from "../audit/auditRow.ts";
import type { Origin } from "../http/origin.ts";

declare const ofWrite: unique symbol;

/** The transaction of a write. Only a unit of work provides one, and commits it only with its records. */
export type WriteTransaction = Transaction<Database> & { readonly [ofWrite]: true };

export type EventKind = Exclude<ChangedKind, "everything">;

/** What was done to one thing: makes an entry of the audit log, and an event for consumers. */
export interface WriteRecord {
  kind: EventKind;
  action: AuditAction;
  /** `kind`: the audit log's word for it, if it differs. `id` null: the thing does not exist. */
  entity: { kind?: string; id: string | null; name: string };
  /** The customer that it belongs to; null: none. */
  customerId: string | null;
  siteId?: string | null;
  /** Never a secret, not even a hash of one. */
  changes?: AuditChange[];
  /** Who did it; by default the caller. */
  person?: AuditedPerson | null;
}

/** What happened to a thing without anybody doing it: makes an event, and no entry of the audit log. */
export interface SystemEvent {
  kind: EventKind;
  operation: SystemOperation;
  entity: { kind?: string; id: string; name: string };
  customerId: string;
  siteId: string | null;
  /** The asset that crossed the fence, with its name at that moment, and when. */
  asset?: CrossingAsset;
  changes?: AuditChange[];
  /** The only person it concerns. */
  person?: AuditedPerson;
}

export const fenceOperations = [
  "asset_entered_geofence",
  "asset_exited_geofence",
  "asset_exited_geofence_by_timeout",
] as const;
export type FenceOperation = (typeof fenceOperations)[number];

/** What has come to an end: a report, the attempts to deliver to a webhook, a request to a device, a nightly backup. */
export const completionEvents = [
  "report_ready",
  "report_failed",
  "delivery_failed",
  "request_done",
  "request_failed",
  "request_expired",
  "beacon_off",
  "beacon_back",
  "backup_failed",
] as const;
export type SystemOperation = FenceOperation | (typeof completionEvents)[number];

export interface CrossingAsset {
  id: string;
  name: string;
  at: string;
}

export type Records = readonly [WriteRecord, ...WriteRecord[]];

/** Who writes, and from where. */
export interface Author {
  /** Null: nobody is signed in. */
  person: AuditedPerson | null;
  origin: Origin;
}

/** An event to append; without a person, Pulse did it itself. */
export interface EventToAppend {
  record: WriteRecord | SystemEvent;
  person: AuditedPerson | null;
  atMs: number;
}

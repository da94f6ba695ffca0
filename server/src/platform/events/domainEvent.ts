import type { AuditAction } from "@pulse/contract/audit";
import type { AuditChange } from "../audit/auditRow.ts";
import type { CrossingAsset, EventKind, SystemOperation } from "../writes/record.ts";

/** Who did it; `system`: Pulse itself. */
export type EventActor = { kind: "person"; id: string | null; email: string | null } | { kind: "system" };

/** Something was written: who did what to which thing. */
export interface DomainEvent {
  /** Its number in the order of the commits. */
  seq: number;
  id: string;
  at: Date;
  kind: EventKind;
  operation: EventOperation;
  customerId: string | null;
  siteId: string | null;
  entity: { type: string; id: string | null; name: string };
  actor: EventActor;
  data: { changes: AuditChange[]; asset?: CrossingAsset };
  /** The notification that people get of it: one for `count` events, identified by the first; null: they get none. */
  notice: { id: string; level: "site" | "customer"; count: number } | null;
}

/** The audit log uses the verb for what somebody does, an event the one for what has happened. */
export const operationOf = {
  create: "created",
  update: "updated",
  delete: "deleted",
  archive: "archived",
  unarchive: "unarchived",
  link: "linked",
  unlink: "unlinked",
  import: "imported",
  report: "report_requested",
  device_request: "device_requested",
  credentials_reset: "credentials_reset",
  password_reset: "password_reset",
  sign_in: "signed_in",
  sign_in_failed: "sign_in_failed",
  sign_out: "signed_out",
} as const satisfies Record<AuditAction, string>;

export type EventOperation = (typeof operationOf)[AuditAction] | SystemOperation;

import type { Event, EventOperation as NoticeOperation } from "@pulse/contract/events";
import { completionEvents, type EventKind } from "../writes/record.ts";
import type { DomainEvent, EventOperation } from "./domainEvent.ts";

/** The notification that people get of an event. */
export interface Notice {
  level: Event["level"];
  /** Events with the same key within a minute make one notification; null: it stays alone. */
  key: string | null;
  /** How many things it is about: a file makes many at once. */
  count: number;
}

/** What people know a kind as; kinds that are left out are internal to the product. */
const subjects = {
  asset: "asset",
  link: "asset",
  tracker: "tracker",
  gateway: "gateway",
  geofence: "geofence",
  site: "site",
  floor: "site",
  customer: "customer",
  user: "user",
  role: "role",
  group: "group",
  report: "report",
  webhook: "webhook",
} as const satisfies Partial<Record<EventKind, string>>;
export type Subject = (typeof subjects)[keyof typeof subjects];

/** What people know an operation as (product.md section 3); the others are only in the audit log. */
const operations: Partial<Record<EventOperation, NoticeOperation>> = {
  created: "created",
  imported: "created",
  updated: "updated",
  linked: "updated",
  unlinked: "updated",
  credentials_reset: "updated",
  deleted: "deleted",
  archived: "archived",
  unarchived: "unarchived",
  asset_entered_geofence: "asset_entered_geofence",
  asset_exited_geofence: "asset_exited_geofence",
  asset_exited_geofence_by_timeout: "asset_exited_geofence_by_timeout",
};

const endOperations: ReadonlySet<string> = new Set(completionEvents);
/** People are notified of these only when they end; the rest is in the audit log. */
const notifiedAtEnd: ReadonlySet<EventKind> = new Set(["report", "webhook"]);

/** Whether something has come to an end that somebody has waited for; people know no operation for it. */
export const isCompletion = ({ operation }: Pick<DomainEvent, "operation">): boolean => endOperations.has(operation);

/** What was asked of a device, for a request that has ended: read, update or ring. */
export function requestKindOf({ data }: Pick<DomainEvent, "data">): string | null {
  const kind = data.changes.find(({ field }) => field === "request")?.after;
  return typeof kind === "string" ? kind : null;
}

/** The kinds of events that people know as these subjects. */
export function kindsOf(known: ReadonlySet<Subject>): EventKind[] {
  return Object.entries(subjects).flatMap(([kind, subject]) => (known.has(subject) ? [kind as EventKind] : []));
}

export const subjectOf = ({ kind }: Pick<DomainEvent, "kind">): Subject | null =>
  kind in subjects ? subjects[kind as keyof typeof subjects] : null;

export const noticeOperation = ({ operation }: Pick<DomainEvent, "operation">): NoticeOperation | null =>
  operations[operation] ?? null;

/** The notification that people get of an event; null: they get none. */
export function noticeOf(event: Omit<DomainEvent, "seq" | "id" | "at" | "notice">): Notice | null {
  const [subject, operation] = [subjectOf(event), noticeOperation(event)];
  const { customerId, siteId, entity, actor, data } = event;
  const isNotified = isCompletion(event) || (operation !== null && !notifiedAtEnd.has(event.kind));
  if (subject === null || !isNotified || customerId === null) return null;
  // People in other sites are also notified when a site is created or deleted.
  const isOfCustomer = siteId === null || (event.kind === "site" && operation !== "updated");
  const level = isOfCustomer ? "customer" : "site";
  if (entity.type === "import") return { level, key: null, count: rowsOf(data.changes) };
  const isFoldedByEntity = data.asset !== undefined || event.kind === "webhook";
  const by = isFoldedByEntity ? entity.id : actor.kind === "person" ? (actor.id ?? actor.email) : null;
  const what = operation ?? [event.operation, requestKindOf(event)].join(" ");
  return { level, key: [subject, what, isOfCustomer ? customerId : siteId, by].join(" "), count: 1 };
}

function rowsOf(changes: DomainEvent["data"]["changes"]): number {
  const rows = changes.find(({ field }) => field === "rows")?.after;
  return typeof rows === "number" && rows > 0 ? rows : 1;
}

import type { Event, EventOperation, EventResource, EventStatus } from "@pulse/contract/events";
import type { DomainEvent } from "../../platform/events/domainEvent.ts";
import { type Subject, subjectOf, noticeOperation } from "../../platform/events/notice.ts";
import { completionNoticeOf } from "./completionNotice.ts";

/** An event as people are told of it; null: they are not told. */
export function notificationOf(event: DomainEvent, status: EventStatus = "justArrived"): Event | null {
  const { notice, customerId, siteId, entity, actor, data } = event;
  const [subject, operation] = [subjectOf(event), noticeOperation(event)];
  if (notice === null || subject === null || customerId === null) return null;
  const ending = completionNoticeOf(event);
  const assetName = data.asset?.name ?? (entity.type === "asset" ? entity.name : null);
  return {
    id: notice.id,
    level: notice.level,
    title: counted(ending?.title ?? titleOf(subject, operation), notice.count),
    description: descriptionOf(event, notice.count),
    resource: ending !== null ? "common" : resourceOf(subject),
    operation,
    timestamp: event.at.toISOString(),
    icon: ending?.icon ?? iconOf(subject, operation),
    assetName,
    geofenceName: entity.type === "geofence" ? entity.name : null,
    status,
    customerId,
    siteId: notice.level === "site" ? siteId : null,
    target: entity.id === null ? null : { kind: entity.type, id: entity.id, name: entity.name },
    actor: actor.kind === "person" ? actor.email : null,
    count: notice.count,
  };
}

const resources: ReadonlySet<string> = new Set<EventResource>(["asset", "tracker", "gateway", "geofence"]);

function resourceOf(subject: Subject): EventResource {
  return resources.has(subject) ? (subject as EventResource) : "crud";
}

const crossingIcons: Partial<Record<EventOperation, string>> = {
  asset_entered_geofence: "enter",
  asset_exited_geofence: "exit",
  asset_exited_geofence_by_timeout: "timeout",
};

const crossings: Partial<Record<EventOperation, string>> = {
  asset_entered_geofence: "Asset entered geofence",
  asset_exited_geofence: "Asset left geofence",
  asset_exited_geofence_by_timeout: "Asset left geofence, no longer seen",
};

function iconOf(subject: Subject, operation: EventOperation | null): string {
  return (operation && crossingIcons[operation]) ?? subject;
}

/** In English, for clients that have no text of their own for it. */
function titleOf(subject: Subject, operation: EventOperation | null): string {
  return (operation && crossings[operation]) ?? `${subject[0]?.toUpperCase()}${subject.slice(1)} ${operation}`;
}

const counted = (what: string, count: number): string => (count > 1 ? `${count} × ${what}` : what);

function descriptionOf({ entity, data }: DomainEvent, count: number): string {
  const what = data.asset === undefined ? entity.name : `${data.asset.name} · ${entity.name}`;
  return count > 1 && entity.type !== "import" ? `Last: ${what}` : what;
}

import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, queryInt, Time, TimeInput } from "./fields.ts";
import { limits } from "./limits.ts";
import { list } from "./list.ts";

/** What it is about; `crud`: people and places, `common`: not a change of a thing. */
export const eventResources = ["common", "crud", "asset", "tracker", "gateway", "geofence"] as const;
export const EventResource = z.enum(eventResources);
export type EventResource = z.infer<typeof EventResource>;

export const eventOperations = [
  "created",
  "updated",
  "deleted",
  "archived",
  "unarchived",
  "asset_entered_geofence",
  "asset_exited_geofence",
  "asset_exited_geofence_by_timeout",
] as const;
export const EventOperation = z.enum(eventOperations);
export type EventOperation = z.infer<typeof EventOperation>;

export const eventStatuses = ["read", "unread", "justArrived"] as const;
export const EventStatus = z.enum(eventStatuses);
export type EventStatus = z.infer<typeof EventStatus>;

/** Something that happened, as people are told (shapes S12), with the names things had at the time. */
export const Event = z
  .object({
    id: Id,
    level: z.enum(["site", "customer"]),
    title: z.string(),
    description: z.string(),
    resource: EventResource,
    operation: EventOperation.nullable(),
    timestamp: Time,
    icon: z.string(),
    assetName: z.string().nullable(),
    geofenceName: z.string().nullable(),
    status: EventStatus,
    customerId: Id,
    siteId: Id.nullable(),
    target: z.object({ kind: z.string(), id: Id, name: z.string() }).nullable(),
    /** The e-mail address of the person who did it; null: it happened by itself. */
    actor: z.string().nullable(),
    /** Above 1: this many of a kind within a minute; the names are those of the newest. */
    count: z.number().int(),
  })
  .meta({ id: "Event" });
export type Event = z.infer<typeof Event>;

export const searchEvents = endpoint({
  id: "searchEvents",
  method: "GET",
  path: "/api/v3/events/search",
  tag: "Events",
  summary: "What happened at a site, and with customer_id at its customer too, newest first",
  access: "signedIn",
  scope: "site",
  query: z.object({
    siteId: Id.optional(),
    customerId: Id.optional(),
    startTime: TimeInput.optional(),
    page: queryInt(1, 1_000_000).optional(),
    limit: queryInt(1, limits.pageLimitMax).optional(),
  }),
  content: z.array(Event),
  paged: true,
});

/** What a person has read, on any device. */
export const NotificationState = z
  .object({ lastFetchedAt: Time.nullable(), readIds: z.array(Id) })
  .meta({ id: "NotificationState" });
export type NotificationState = z.infer<typeof NotificationState>;

const ownState = { path: "/api/v3/users/me/notification-state", tag: "Events", access: "signedIn" } as const;

export const getNotificationState = endpoint({
  id: "getNotificationState",
  method: "GET",
  ...ownState,
  summary: "What the caller has read",
  content: NotificationState,
});

export const updateNotificationState = endpoint({
  id: "updateNotificationState",
  method: "PUT",
  ...ownState,
  summary:
    "Marks what the caller has read: everything up to a moment, which never moves back, or single events, which are added",
  body: z.object({
    lastFetchedAt: TimeInput.optional(),
    readIds: list(Id).max(10_000).optional(),
  }),
  content: NotificationState,
});

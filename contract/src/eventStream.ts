import { z } from "zod";
import type { Area, Requirement } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { CommaList, Id, queryInt, Time } from "./fields.ts";
import { list } from "./list.ts";

/** What an event can be about. */
export const streamKinds = [
  "asset",
  "link",
  "tracker",
  "gateway",
  "geofence",
  "site",
  "floor",
  "calibration",
  "customer",
  "user",
  "role",
  "group",
  "api_key",
  "webhook",
  "report",
] as const;
export const StreamKind = z.enum(streamKinds);
export type StreamKind = z.infer<typeof StreamKind>;

/** The area whose r opens a kind's events. Customers are for superadmins, reports for the people who asked for them. */
export const areaOfKind: Readonly<Record<Exclude<StreamKind, "customer" | "report">, Area>> = {
  asset: "asset_management",
  link: "asset_management",
  tracker: "identifier_management",
  gateway: "hardware_management",
  geofence: "geofence_management",
  site: "site_management",
  floor: "site_management",
  calibration: "site_management",
  user: "user_management",
  role: "role_management",
  group: "group_management",
  api_key: "role_management",
  webhook: "site_management",
};

const mayRead: Requirement = {
  any: [
    ...[...new Set(Object.values(areaOfKind))].map((area) => ({ area, letter: "r" }) as const),
    { area: "report_download", letter: "c" },
  ],
};

/** One thing that happened, as programs get it: each one separately, with what changed (additions A5). */
export const StreamEvent = z
  .object({
    id: Id,
    at: Time,
    kind: StreamKind,
    /** What was done to it, or what it did. */
    operation: z.string(),
    siteId: Id.nullable(),
    customerId: Id.nullable(),
    /** With the name it had at the time. */
    entity: z.object({ type: z.string(), id: Id.nullable(), name: z.string() }),
    /** `system`: Pulse itself. */
    actor: z.object({ kind: z.string(), id: Id.nullable(), email: z.string().nullable() }),
    data: z.object({
      /** Never a secret. */
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      /** The asset that crossed a geofence, and when; null: none did. */
      asset: z.object({ id: Id, name: z.string(), at: Time }).nullable(),
    }),
  })
  .meta({ id: "StreamEvent" });
export type StreamEvent = z.infer<typeof StreamEvent>;

/** How many events an answer has by default, and at most. */
export const streamLimit = { usual: 100, most: 500 } as const;

export const listEvents = endpoint({
  id: "listEvents",
  method: "GET",
  path: "/api/v3/events",
  tag: "Events",
  summary:
    "The stream of events by cursor, oldest first and without gaps: pass `next` as `after` for the next page. Without `after` it begins with the oldest event kept",
  access: mayRead,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/, { message: "must be a cursor from an earlier answer's next" })
      .optional(),
    limit: queryInt(1, streamLimit.most).optional(),
    kinds: CommaList.pipe(list(StreamKind).max(100)).optional(),
    siteId: Id.optional(),
  }),
  content: z.array(StreamEvent),
  paged: "byCursor",
});

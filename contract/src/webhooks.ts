import { z } from "zod";
import type { Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { areaOfKind } from "./eventStream.ts";
import { Base, Id, Time, Version } from "./fields.ts";
import { Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";

/** What webhooks can report: all kinds except those for one person or for superadmins, and webhooks themselves. */
export const webhookKinds = (Object.keys(areaOfKind) as (keyof typeof areaOfKind)[]).filter(
  (kind) => kind !== "webhook",
);

/** A kind ("asset"), or one operation of it ("geofence.asset_entered_geofence"). */
const WebhookKind = z.string().regex(new RegExp(`^(?:${webhookKinds.join("|")})(?:\\.[a-z_]{1,50})?$`), {
  message: `must be one of ${webhookKinds.join(", ")}, or such a kind, a dot and an operation`,
});

/** Where events are posted to, signed (additions A6). */
export const Webhook = Base.extend({
  customerId: Id,
  name: z.string(),
  url: z.string(),
  /** Null: events of all sites, and of the customer itself. */
  siteId: Id.nullable(),
  /** Empty: all. */
  kinds: z.array(z.string()),
  active: z.boolean(),
  /** Only in the answer to the request that made it. */
  secret: z.string().optional(),
}).meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

const fields = z.object({
  name: Name,
  url: z.url({ protocol: /^https?$/ }).max(2000),
  siteId: Id.nullable().default(null),
  kinds: list(WebhookKind).max(100).default([]),
  active: z.boolean().default(true),
});
/** `customerId` must be the same as the query's, if both are given. */
export const WebhookBody = fields.extend({ customerId: Id.optional() });
export const WebhookChange = z.object({
  name: Name.optional(),
  url: fields.shape.url.optional(),
  siteId: Id.nullable().optional(),
  kinds: list(WebhookKind).max(100).optional(),
  active: z.boolean().optional(),
  version: Version,
});

/** One event on its way to a webhook. */
export const Delivery = z
  .object({
    id: Id,
    /** When it was first due. */
    at: Time,
    /** Null: it was a test. */
    eventId: Id.nullable(),
    /** Kind and operation, or "webhook.test". */
    type: z.string(),
    /** The thing it is about, with the name it had at the time. */
    name: z.string(),
    state: z.enum(["waiting", "done", "failed"]),
    /** Of the last answer; null: there was none. */
    status: z.number().int().nullable(),
    /** Of the last attempt. */
    durationMs: z.number().int().nullable(),
    /** Why the last attempt failed: `status`, `redirected`, `timeout`, `address_not_allowed`, `unreachable`; or null. */
    error: z.string().nullable(),
    attempts: z.number().int(),
    /** When it is tried again; null: not automatically. */
    nextTryAt: Time.nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

export const webhookSortFields = ["id", "name", "created_at"] as const;
export const webhookSearchFields = ["name"] as const;

const needs = (letter: Letter) => ({ all: [{ area: "site_management" as const, letter }] });
const params = z.object({ id: Id });
const tag = "Webhooks";

export const listWebhooks = endpoint({
  id: "listWebhooks",
  method: "GET",
  path: "/api/v3/webhooks",
  tag,
  summary: "The webhooks of a customer whose sites the caller can access",
  access: needs("r"),
  scope: "customer",
  query: searchQuery(webhookSortFields, webhookSearchFields),
  content: z.array(Webhook),
  paged: true,
});

export const getWebhook = endpoint({
  id: "getWebhook",
  method: "GET",
  path: "/api/v3/webhooks/:id",
  tag,
  summary: "One webhook",
  access: needs("r"),
  params,
  content: Webhook,
});

export const createWebhook = endpoint({
  id: "createWebhook",
  method: "POST",
  path: "/api/v3/webhooks",
  tag,
  summary:
    "A new webhook, with the secret that signs what it is sent (standardwebhooks.com), shown once. Nobody can have events sent that they may not read",
  access: needs("c"),
  scope: "customer",
  body: WebhookBody,
  content: Webhook,
  status: 201,
});

export const updateWebhook = endpoint({
  id: "updateWebhook",
  method: "PUT",
  path: "/api/v3/webhooks/:id",
  tag,
  summary: "Changes a webhook; its secret stays",
  access: needs("u"),
  params,
  body: WebhookChange,
  content: Webhook,
});

export const deleteWebhook = endpoint({
  id: "deleteWebhook",
  method: "DELETE",
  path: "/api/v3/webhooks/:id",
  tag,
  summary: "Deletes a webhook with its log; pending deliveries are not sent",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});

export const testWebhook = endpoint({
  id: "testWebhook",
  method: "POST",
  path: "/api/v3/webhooks/:id/test",
  tag,
  summary: "Sends a test; how it went is in the log",
  access: needs("u"),
  params,
  content: Delivery,
  status: 202,
});

export const listDeliveries = endpoint({
  id: "listDeliveries",
  method: "GET",
  path: "/api/v3/webhooks/:id/deliveries",
  tag,
  summary: "The last 200 deliveries of a webhook, newest first",
  access: needs("r"),
  params,
  content: z.array(Delivery),
});

export const replayDelivery = endpoint({
  id: "replayDelivery",
  method: "POST",
  path: "/api/v3/webhooks/:id/deliveries/:deliveryId/replay",
  tag,
  summary: "Sends a delivery again, with the same id",
  access: needs("u"),
  params: z.object({ id: Id, deliveryId: Id }),
  content: Delivery,
  status: 202,
});

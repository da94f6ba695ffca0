import type { StreamKind } from "@pulse/contract/eventStream";
import { toWire } from "@pulse/contract/wire";
import { webhookKinds } from "@pulse/contract/webhooks";
import { v7 as uuidv7 } from "uuid";
import type { DomainEvent } from "../../platform/events/domainEvent.ts";
import type { Consume } from "../../platform/events/eventStream.ts";
import { streamEventOf } from "../../platform/events/streamView.ts";
import type { DeliveriesRepository, NewDelivery } from "./deliveries.repository.ts";
import type { StoredWebhook, WebhooksRepository } from "./webhooks.repository.ts";

/** How long a delivery is tried. */
export const triedMs = 24 * 3600_000;

const kinds: ReadonlySet<StreamKind> = new Set(webhookKinds);

/**
 * Adds a delivery of each event for the webhooks that want it; for an event that comes again after a crash, they exist
 * already.
 */
export function webhookEvents(parts: {
  webhooks: Pick<WebhooksRepository, "activeOf">;
  deliveries: Pick<DeliveriesRepository, "add">;
  now(): number;
  wake(): void;
}): Consume {
  return async (event) => {
    const { customerId } = event;
    if (customerId === null || !kinds.has(event.kind)) return;
    const wanting = (await parts.webhooks.activeOf(customerId)).filter((webhook) => wants(webhook, event));
    if (wanting.length === 0) return;
    await parts.deliveries.add(wanting.map((webhook) => deliveryOf(webhook, event, parts.now())));
    parts.wake();
  };
}

function wants(webhook: StoredWebhook, { siteId, kind, operation }: DomainEvent): boolean {
  if (webhook.site_id !== null && webhook.site_id !== siteId) return false;
  return webhook.kinds.length === 0 || webhook.kinds.includes(kind) || webhook.kinds.includes(`${kind}.${operation}`);
}

function deliveryOf(webhook: StoredWebhook, event: DomainEvent, nowMs: number): NewDelivery {
  const type = `${event.kind}.${event.operation}`;
  const data = toWire(streamEventOf(event, webhook.sees_elevation));
  return {
    ...waiting(webhook.id, nowMs),
    event_id: event.id,
    seq: event.seq,
    entity_key: `${event.entity.type} ${event.entity.id ?? ""}`,
    entity_name: event.entity.name,
    type,
    body: JSON.stringify({ type, timestamp: event.at.toISOString(), data }),
  };
}

/** A test, which is about nothing. */
export function testDelivery(webhook: { id: string; name: string }, nowMs: number): NewDelivery {
  const type = "webhook.test";
  const delivery = waiting(webhook.id, nowMs);
  return {
    ...delivery,
    event_id: null,
    seq: 0,
    entity_key: delivery.id,
    entity_name: webhook.name,
    type,
    body: JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data: { webhook_id: webhook.id } }),
  };
}

function waiting(webhookId: string, nowMs: number) {
  return {
    id: uuidv7({ msecs: nowMs }),
    webhook_id: webhookId,
    at: new Date(nowMs),
    next_try_at: new Date(nowMs),
    give_up_at: new Date(nowMs + triedMs),
  };
}

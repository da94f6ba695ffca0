import type { Delivery, Webhook } from "@pulse/contract/webhooks";
import type { StoredDelivery } from "./deliveries.repository.ts";
import type { StoredWebhook } from "./webhooks.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

/** A webhook as the API shows it: without its secret. */
export function webhookOf(row: StoredWebhook): Webhook {
  return {
    ...baseFields(row),
    customerId: row.customer_id,
    name: row.name,
    url: row.url,
    siteId: row.site_id,
    kinds: row.kinds,
    active: row.active,
  };
}

/** A delivery as the log shows it. */
export function deliveryOf(row: StoredDelivery): Delivery {
  return {
    id: row.id,
    at: row.at.toISOString(),
    eventId: row.event_id,
    type: row.type,
    name: row.entity_name,
    state: row.state,
    status: row.status,
    durationMs: row.duration_ms,
    error: row.error,
    attempts: row.attempts,
    nextTryAt: row.state === "waiting" ? row.next_try_at.toISOString() : null,
  };
}

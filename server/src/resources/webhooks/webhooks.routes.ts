import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
  updateWebhook,
} from "@pulse/contract/webhooks";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { WebhooksService } from "./webhooks.service.ts";

/** Webhooks, each customer's own, and the log of what they were sent. */
export function webhooksRoutes(context: RouteContext, webhooks: WebhooksService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => webhooks.reachable(viewer, id);

  route(context, listWebhooks, ({ viewer, customerId, query }) => webhooks.search(viewer, customerId, query));
  route(context, getWebhook, async ({ viewer, params }) => ({ content: await webhooks.get(viewer, params.id) }));
  route(context, createWebhook, async ({ customerId, body, write }) => ({
    content: await webhooks.create(write, customerId, body),
  }));
  route(
    context,
    updateWebhook,
    async ({ params, body, write }) => ({ content: await webhooks.change(write, params.id, body) }),
    reach,
  );
  route(
    context,
    deleteWebhook,
    async ({ params, write }) => ({ content: await webhooks.remove(write, params.id) }),
    reach,
  );
  route(context, testWebhook, async ({ params, write }) => ({ content: await webhooks.test(write, params.id) }), reach);
  route(context, listDeliveries, async ({ viewer, params }) => ({
    content: await webhooks.deliveries(viewer, params.id),
  }));
  route(
    context,
    replayDelivery,
    async ({ params, write }) => ({ content: await webhooks.replay(write, params.id, params.deliveryId) }),
    reach,
  );
}

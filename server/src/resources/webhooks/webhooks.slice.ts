import type { Dependencies } from "../dependencies.ts";
import type { SystemEvent } from "../../platform/writes/record.ts";
import { type ClaimedDelivery, deliveriesRepository } from "./deliveries.repository.ts";
import { deliveryWork } from "./deliveryWork.ts";
import { posting } from "./posting.ts";
import { webhookAddresses } from "./webhookAddress.ts";
import { webhookEvents } from "./webhookEvents.ts";
import { webhooksRepository } from "./webhooks.repository.ts";
import { webhooksRoutes } from "./webhooks.routes.ts";
import { webhooksService } from "./webhooks.service.ts";

/** How often to look for deliveries that are due. */
const lookEveryMs = 1_000;
const timeoutMs = 15_000;

/** Webhooks: events of the stream become deliveries in order, which are sent until they are accepted or given up. */
export async function webhooksSlice(
  parts: Pick<
    Dependencies,
    "context" | "config" | "db" | "background" | "events" | "now" | "resolveHost" | "problem" | "every" | "onStop"
  >,
): Promise<void> {
  const { context, config, db, background, now, problem } = parts;
  const addresses = webhookAddresses(config.webhookAllow, parts.resolveHost);
  const backgroundRepository = webhooksRepository(background);
  const work = deliveryWork({
    deliveries: deliveriesRepository(background),
    withTransaction: deliveriesRepository,
    unit: context.unit,
    post: posting(addresses, timeoutMs),
    failureEvent: async (delivery) => {
      const webhook = await backgroundRepository.find(delivery.webhook_id);
      return webhook === undefined ? null : deliveryFailed(delivery, webhook);
    },
    now,
    random: Math.random,
    problem,
  });
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();
  const wake = (): void => {
    if (stopping.signal.aborted) return;
    const run = work(stopping.signal).catch(problem);
    working.add(run);
    void run.finally(() => working.delete(run));
  };
  parts.onStop(async () => {
    stopping.abort();
    await Promise.all(working);
  });
  if (config.roles.has("jobs")) {
    parts.every(lookEveryMs, wake);
    await parts.events.once(
      "webhooks",
      webhookEvents({ webhooks: backgroundRepository, deliveries: deliveriesRepository(background), now, wake }),
    );
  }
  webhooksRoutes(
    context,
    webhooksService({
      webhooks: webhooksRepository(db),
      deliveries: deliveriesRepository(db),
      withTransaction: deliveriesRepository,
      addresses,
      enterSite: context.enterSite,
      now,
      wake,
    }),
  );
}

function deliveryFailed(
  { type, entity_name: about }: ClaimedDelivery,
  {
    id,
    name,
    customer_id: customerId,
    site_id: siteId,
  }: { id: string; name: string; customer_id: string; site_id: string | null },
): SystemEvent {
  const changes = [{ field: "delivery", before: null, after: `${type}: ${about}` }];
  return { kind: "webhook", operation: "delivery_failed", entity: { id, name }, customerId, siteId, changes };
}

import { AppError, errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";
import type { Delivery, Webhook, WebhookBody, WebhookChange } from "@pulse/contract/webhooks";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { invalidValues } from "../../platform/access/refusals.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SearchQuery } from "../../platform/database/listing.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { DeliveriesRepository } from "./deliveries.repository.ts";
import { newWebhookSecret } from "../../platform/http/webhookSignature.ts";
import { AddressNotAllowed, type WebhookAddresses } from "./webhookAddress.ts";
import { testDelivery, triedMs } from "./webhookEvents.ts";
import { mayReach, refuseUnreadable } from "./webhookRights.ts";
import type { StoredWebhook, WebhookSettings, WebhooksRepository } from "./webhooks.repository.ts";
import { deliveryOf, webhookOf } from "./webhookView.ts";

export type WebhooksService = ReturnType<typeof webhooksService>;

/** Where a customer's events are posted to, and how that went. */
export function webhooksService(parts: {
  webhooks: WebhooksRepository;
  deliveries: DeliveriesRepository;
  withTransaction(trx: WriteTransaction): DeliveriesRepository;
  addresses: WebhookAddresses;
  /** Throws for a site that is not there or that the viewer may not enter. */
  enterSite(viewer: Viewer, siteId: string): Promise<{ customerId: string }>;
  now(): number;
  wake(): void;
}) {
  const { webhooks, deliveries, withTransaction, now } = parts;

  /** Throws `not_found` for a webhook of another customer, or of a site that is not the viewer's. */
  const reachable = async (viewer: Viewer, id: string): Promise<StoredWebhook> => {
    const webhook = await webhooks.find(id);
    if (webhook === undefined || !mayReach(viewer, webhook)) throw new AppError("not_found");
    return webhook;
  };

  const checked = async (viewer: Viewer, customerId: string, settings: Omit<WebhookSettings, "sees_elevation">) => {
    const { site_id, url, kinds } = settings;
    const site = site_id === null ? null : await parts.enterSite(viewer, site_id).catch(noSite);
    if (site !== null && site.customerId !== customerId) noSite();
    if (!mayReach(viewer, { customer_id: customerId, site_id })) throw new AppError("operation_not_allowed");
    refuseUnreadable(viewer, kinds);
    const wanted = new URL(url);
    await parts.addresses.of(wanted).catch((error: unknown) => {
      // A name that resolves to nothing may resolve later; it is looked up again for each delivery. With http, it
      // cannot be checked that it resolves to allowed addresses.
      if (error instanceof AddressNotAllowed || wanted.protocol === "http:") throw notAllowed();
    });
    return { ...settings, sees_elevation: seesElevation(viewer) };
  };

  const pass = (
    write: Write<Delivery>,
    webhook: StoredWebhook,
    field: "test" | "replay",
    createDelivery: CreateDelivery,
  ): Promise<Delivery> =>
    write
      .commit(async (trx) => {
        const delivery = await createDelivery(withTransaction(trx));
        // Whoever asks for it has fixed what was wrong.
        await withTransaction(trx).rest(webhook.id, 0, null);
        const changes = [{ field, before: null, after: delivery.id }];
        return { content: delivery, records: [recordOf("update", webhook, changes)] };
      })
      .finally(parts.wake);

  return {
    reachable,
    get: async (viewer: Viewer, id: string): Promise<Webhook> => webhookOf(await reachable(viewer, id)),

    search: async (
      viewer: Viewer,
      customerId: string,
      query: SearchQuery,
    ): Promise<{ content: Webhook[]; metadata: PageMetadata }> => {
      const { rows, metadata } = await webhooks.search(customerId, viewer.siteIds, query);
      return { content: rows.map(webhookOf), metadata };
    },

    create: async (
      write: Write<Webhook>,
      customerId: string,
      { name, url, siteId, kinds, active }: z.output<typeof WebhookBody>,
    ): Promise<Webhook> => {
      const settings = await checked(write.viewer, customerId, { name, url, site_id: siteId, kinds, active });
      const secret = newWebhookSecret();
      return write.commit(async (trx) => {
        if ((await webhooks.countLocked(trx, customerId)) >= limits.webhooksMax) throw tooMany();
        const created = await webhooks.create(trx, { ...settings, id: uuidv7(), customer_id: customerId, secret });
        const changes = changesBetween({}, auditFields(created));
        return { content: { ...webhookOf(created), secret }, records: [recordOf("create", created, changes)] };
      });
    },

    change: async (
      write: Write<Webhook>,
      id: string,
      { version, ...sent }: z.output<typeof WebhookChange>,
    ): Promise<Webhook> => {
      const webhook = await reachable(write.viewer, id);
      const wanted = (stored: StoredWebhook) => ({
        name: sent.name ?? stored.name,
        url: sent.url ?? stored.url,
        site_id: sent.siteId === undefined ? stored.site_id : sent.siteId,
        kinds: sent.kinds ?? stored.kinds,
        active: sent.active ?? stored.active,
      });
      // Whoever changes where a webhook posts or what it sends must be allowed to read what it sends. Checked before
      // the transaction, since a name is resolved.
      const isLed = sent.url !== undefined || sent.siteId !== undefined || sent.kinds !== undefined;
      const { sees_elevation } = isLed ? await checked(write.viewer, webhook.customer_id, wanted(webhook)) : webhook;
      return write.commit(async (trx) => {
        const stored = await webhooks.locked(trx, id);
        if (stored === undefined) throw new AppError("not_found");
        refuseStale(version, { ...webhookOf(stored) }, sent);
        const changed = await webhooks.change(trx, id, { ...wanted(stored), sees_elevation });
        const changes = changesBetween(auditFields(stored), auditFields(changed));
        return { content: webhookOf(changed), records: [recordOf("update", changed, changes)] };
      });
    },

    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const webhook = await reachable(write.viewer, id);
      return write.commit(async (trx) => {
        await webhooks.remove(trx, id);
        return { content: { id }, records: [recordOf("delete", webhook, changesBetween(auditFields(webhook), {}))] };
      });
    },

    deliveries: async (viewer: Viewer, id: string): Promise<Delivery[]> =>
      (await deliveries.list((await reachable(viewer, id)).id)).map(deliveryOf),

    test: async (write: Write<Delivery>, id: string): Promise<Delivery> => {
      const webhook = await reachable(write.viewer, id);
      const delivery = testDelivery(webhook, now());
      return pass(write, webhook, "test", async (stored) => {
        await stored.add([delivery]);
        return deliveryOf((await stored.find(id, delivery.id))!);
      });
    },

    /** Throws `not_found` for a delivery that is not kept any more. */
    replay: async (write: Write<Delivery>, id: string, deliveryId: string): Promise<Delivery> => {
      const webhook = await reachable(write.viewer, id);
      if ((await deliveries.find(id, deliveryId)) === undefined) throw new AppError("not_found");
      return pass(write, webhook, "replay", async (stored) => {
        const requeued = await stored.requeue(deliveryId, new Date(now()), new Date(now() + triedMs));
        if (requeued === undefined) throw new AppError("not_found");
        return deliveryOf(requeued);
      });
    },
  };
}

function tooMany(): AppError {
  const values = { entity: "number of webhooks", min: 0, max: limits.webhooksMax };
  const message = errorMessage("out_of_range", values);
  return new AppError("out_of_range", { values, details: [{ path: "webhooks", code: "out_of_range", message }] });
}

type CreateDelivery = (stored: DeliveriesRepository) => Promise<Delivery>;

function noSite(): never {
  throw invalidValues([{ path: "site_id", code: "not_found", message: "is not a known site" }]);
}

function notAllowed(): AppError {
  const message = "must be a public https address, or one allowed by PULSE_WEBHOOK_ALLOW";
  return invalidValues([{ path: "url", message }]);
}

const auditFields = ({ name, url, site_id, kinds, active }: WebhookSettings) => ({
  name,
  url,
  siteId: site_id,
  kinds,
  active,
});

function recordOf(
  action: WriteRecord["action"],
  { id, name, customer_id: customerId, site_id: siteId }: StoredWebhook,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "webhook", action, customerId, siteId, entity: { id, name }, changes };
}

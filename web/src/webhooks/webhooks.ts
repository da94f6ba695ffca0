import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from "@pulse/contract/webhooks";
import { IconWebhook } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** Where a customer's events are posted to. */
export const webhooks: Noun<Webhook> = {
  name: "webhooks",
  texts: "webhooks",
  path: "/webhooks",
  icon: IconWebhook,
  area: "site_management",
  scope: "customer",
  endpoints: {
    list: listWebhooks,
    get: getWebhook,
    create: createWebhook,
    update: updateWebhook,
    remove: deleteWebhook,
  },
  nameOf: ({ name }) => name,
  toKeep: (saved) => {
    const { secret: _, ...known } = saved;
    return known;
  },
};

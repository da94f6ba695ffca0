import type { Answer } from "./api.ts";

const url = "https://93.184.215.14/";

/** How each write of webhooks is done; a webhook's delivery has its id. */
export function webhookActs(given: {
  make(): Promise<{ id: string }>;
  send(method: string, path: string, body?: object): Promise<Answer>;
}): Record<string, () => Promise<Answer>> {
  const { make, send } = given;
  return {
    createWebhook: () => send("POST", "webhooks", { name: "Written", url }),
    updateWebhook: async () => send("PUT", `webhooks/${(await make()).id}`, { url }),
    deleteWebhook: async () => send("DELETE", `webhooks/${(await make()).id}`),
    testWebhook: async () => send("POST", `webhooks/${(await make()).id}/test`),
    replayDelivery: async () => {
      const { id } = await make();
      return send("POST", `webhooks/${id}/deliveries/${id}/replay`);
    },
  };
}

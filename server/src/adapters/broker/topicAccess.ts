import type { BrokerClient } from "./broker.ts";

/** Whether a client may publish to `topic`: only to topics named for it, never to a filter. */
export function mayPublish(client: BrokerClient, topic: string): boolean {
  return client.publishTopics.has(topic);
}

/** Whether a client may subscribe to `filter`: its own topics, or filters that lie wholly inside its own `…/#`. */
export function maySubscribe(client: BrokerClient, filter: string): boolean {
  return client.subscribeTopics.some((own) => {
    if (!own.endsWith("/#")) return filter === own;
    const prefix = own.slice(0, -1);
    return filter === own || (filter.startsWith(prefix) && filter.length > prefix.length);
  });
}

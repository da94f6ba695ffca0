import type { BrokerClient } from "./broker.ts";

/** Whether a client may publish to `topic`: only to its own topics, or to those that its own filters match. */
export function mayPublish({ publishTopics }: BrokerClient, topic: string): boolean {
  if (publishTopics.has(topic)) return true;
  for (const own of publishTopics) if (own.includes("+") && fits(own, topic)) return true;
  return false;
}

/**
 * Whether a client may subscribe to `filter`: its own topics, or filters that are wholly inside its own `…/#`. The account of all
 * gateways of a site may subscribe to any gateway's topics; what it then receives is decided message by message.
 */
export function maySubscribe(client: BrokerClient, filter: string): boolean {
  if (client.mayReceive !== undefined) return client.subscribeTopics.some((own) => fits(own, filter));
  return client.subscribeTopics.some((own) => {
    if (!own.endsWith("/#")) return filter === own;
    const prefix = own.slice(0, -1);
    return filter === own || (filter.startsWith(prefix) && filter.length > prefix.length);
  });
}

/** Whether a message on `topic` may be delivered to a client, whatever it has subscribed to. */
export function mayReceive(client: BrokerClient, topic: string): boolean {
  if (client.mayReceive !== undefined) return client.mayReceive(topic);
  return client.subscribeTopics.some((own) => fits(own, topic));
}

/** Whether a filter matches a topic [MQTT-3.1.1 section 4.7]. */
export function fits(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  for (const [at, level] of wanted.entries()) {
    if (level === "#") return true;
    if (at >= levels.length || (level !== "+" && level !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}

import type { BrokerClient } from "../../platform/broker/broker.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import { gatewayTopics } from "../../platform/devices/gatewayTopics.ts";
import { trackerTopics } from "../../platform/devices/trackerTopics.ts";

/** The known devices by their topics, for a broker that does not say who has sent a message. */
export interface TopicOwners {
  gateway(gateway: RegisteredGateway): void;
  tracker(tracker: RegisteredTracker): void;
  drop(id: string): void;
  /** The device that publishes to this topic; null: none, or more than one could. */
  of(topic: string): BrokerClient | null;
}

export function topicOwners(): TopicOwners {
  const clients = new Map<string, BrokerClient>();
  const owners = new Map<string, Set<BrokerClient>>();
  const drop = (id: string): void => {
    const client = clients.get(id);
    if (!client) return;
    clients.delete(id);
    for (const topic of client.publishTopics) {
      const all = owners.get(topic);
      all?.delete(client);
      if (all?.size === 0) owners.delete(topic);
    }
  };
  const put = (client: BrokerClient): void => {
    drop(client.id);
    clients.set(client.id, client);
    for (const topic of client.publishTopics) owners.set(topic, (owners.get(topic) ?? new Set()).add(client));
  };
  return {
    gateway: ({ id, name, siteId, hardwareType, mac, mqttGuid }) =>
      put({ kind: "gateway", id, name, siteId, ...gatewayTopics(hardwareType, mac, mqttGuid, name) }),
    tracker: ({ id, siteId, mqttGuid }) => put({ kind: "tracker", id, name: id, siteId, ...trackerTopics(mqttGuid) }),
    drop,
    of: (topic) => {
      const levels = topic.split("/");
      // Some makers have the tag's address in one level of the topic.
      const fitting = [topic, ...levels.map((_, nth) => levels.with(nth, "+").join("/"))];
      const [owner, another] = new Set(fitting.flatMap((filter) => [...(owners.get(filter) ?? [])]));
      return another === undefined ? (owner ?? null) : null;
    },
  };
}

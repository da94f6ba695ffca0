import type { BrokerClient } from "../../platform/broker/broker.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import { accountTopics, gatewayTopics } from "../../platform/devices/gatewayTopics.ts";
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
  /** The same by the topics that they had before they were renamed: another device may have the name now. */
  const formerOwners = new Map<string, Set<BrokerClient>>();
  const formerTopics = new Map<string, ReadonlySet<string>>();
  const drop = (id: string): void => {
    const client = clients.get(id);
    if (!client) return;
    clients.delete(id);
    removeFrom(owners, client, client.publishTopics);
    removeFrom(formerOwners, client, formerTopics.get(id) ?? []);
    formerTopics.delete(id);
  };
  const put = (client: BrokerClient, former: ReadonlySet<string> = new Set()): void => {
    drop(client.id);
    clients.set(client.id, client);
    addTo(owners, client, client.publishTopics);
    if (former.size === 0) return;
    formerTopics.set(client.id, former);
    addTo(formerOwners, client, former);
  };
  /** The only one that fits; undefined: none does, null: several do. */
  const ownerIn = (map: ReadonlyMap<string, Set<BrokerClient>>, filters: readonly string[]) => {
    const [owner, another] = new Set(filters.flatMap((filter) => [...(map.get(filter) ?? [])]));
    return another === undefined ? owner : null;
  };
  return {
    gateway: (gateway) => {
      const { id, name, siteId, hardwareType, mac, mqttGuid, formerNames } = gateway;
      const own = gatewayTopics(hardwareType, mac, mqttGuid, name);
      const all = formerNames.length === 0 ? own : accountTopics(gateway);
      const former = [...all.publishTopics].filter((topic) => !own.publishTopics.has(topic));
      put({ kind: "gateway", id, name, siteId, ...own }, new Set(former));
    },
    tracker: ({ id, siteId, mqttGuid }) => put({ kind: "tracker", id, name: id, siteId, ...trackerTopics(mqttGuid) }),
    drop,
    of: (topic) => {
      const levels = topic.split("/");
      // Some makers have the tag's address in one level of the topic.
      const fitting = [topic, ...levels.map((_, nth) => levels.with(nth, "+").join("/"))];
      const owner = ownerIn(owners, fitting);
      return (owner === undefined ? ownerIn(formerOwners, fitting) : owner) ?? null;
    },
  };
}

function addTo(map: Map<string, Set<BrokerClient>>, client: BrokerClient, topics: Iterable<string>): void {
  for (const topic of topics) map.set(topic, (map.get(topic) ?? new Set()).add(client));
}

function removeFrom(map: Map<string, Set<BrokerClient>>, client: BrokerClient, topics: Iterable<string>): void {
  for (const topic of topics) {
    const all = map.get(topic);
    all?.delete(client);
    if (all?.size === 0) map.delete(topic);
  }
}

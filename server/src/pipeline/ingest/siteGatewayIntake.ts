import type { BrokerClient, IncomingMessage } from "../../platform/broker/broker.ts";
import { macInOwnTopic } from "../../platform/devices/siteGatewayTopics.ts";
import type { Intake } from "./intake.ts";
import type { Signals } from "./signals.ts";
import { announcedGateway, type SiteGateways } from "./siteGateways.ts";

/**
 * Takes what arrives under the account of all gateways of a site: a message on a registered gateway's topic is that
 * gateway's. What others send is dropped, and they are listed so that they can be registered.
 */
export function siteGatewayIntake(parts: {
  gateways: Pick<SiteGateways, "publisher">;
  take: Intake["mqtt"];
  signals: Pick<Signals, "recordUnregistered">;
  /** Resolves after a moment if this client publishes too much of what is not read. */
  slowDown(client: BrokerClient): Promise<void> | undefined;
}): Intake["mqtt"] {
  return (message: IncomingMessage) => {
    const { client, topic, payload, atMs } = message;
    const { siteId, customerId } = client;
    if (siteId === undefined || customerId === undefined) return undefined;
    const gateway = parts.gateways.publisher(siteId, topic);
    if (gateway !== null) {
      const { id, name, mqttGuid } = gateway;
      const ownTopic = macInOwnTopic(topic) === null ? topic : `pulse/v1/gateways/${mqttGuid}/up`;
      const sender = {
        kind: "gateway",
        id,
        name,
        siteId,
        publishTopics: new Set<string>(),
        subscribeTopics: [],
      } as const;
      return parts.take({ ...message, topic: ownTopic, client: sender });
    }
    const announced = announcedGateway(topic, payload);
    if (announced !== null) {
      const { mac, name, dialect: kind } = announced;
      parts.signals.recordUnregistered({
        gatewayId: null,
        siteId,
        customerId,
        thing: "gateway",
        mac,
        name,
        kind,
        rssi: null,
        atMs,
      });
    }
    return parts.slowDown(client);
  };
}

import { adapterForTopic } from "@pulse/protocols/catalogue";
import { parseMac } from "@pulse/protocols/mac";
import { fits } from "../../platform/broker/topicAccess.ts";
import { accountTopics } from "../../platform/devices/gatewayTopics.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";
import { macInOwnTopic } from "../../platform/devices/siteGatewayTopics.ts";
import { topicOwners, type TopicOwners } from "./topicOwners.ts";

/** The registered gateways of each site by their topics, for an account that all gateways of a site share. */
export interface SiteGateways {
  put(gateway: RegisteredGateway): void;
  drop(id: string): void;
  /** The gateway of this site that publishes to a topic; null: none of them does, or several could. */
  publisher(siteId: string, topic: string): RegisteredGateway | null;
  /** Whether a topic is one from which a gateway of this site takes commands. */
  isDownlink(siteId: string, topic: string): boolean;
}

export function siteGateways(): SiteGateways {
  const sites = new Map<string, { owners: TopicOwners; gateways: Map<string, RegisteredGateway> }>();
  const siteOfGateway = new Map<string, string>();
  const drop = (id: string): void => {
    const siteId = siteOfGateway.get(id);
    if (siteId === undefined) return;
    siteOfGateway.delete(id);
    const site = sites.get(siteId)!;
    site.owners.drop(id);
    site.gateways.delete(id);
    if (site.gateways.size === 0) sites.delete(siteId);
  };
  return {
    put: (gateway) => {
      drop(gateway.id);
      const { id, siteId } = gateway;
      const site = sites.get(siteId) ?? { owners: topicOwners(), gateways: new Map<string, RegisteredGateway>() };
      sites.set(siteId, site);
      siteOfGateway.set(id, siteId);
      site.owners.gateway(gateway);
      site.gateways.set(id, gateway);
    },
    drop,
    publisher: (siteId, topic) => {
      const site = sites.get(siteId);
      if (site === undefined) return null;
      const mac = macInOwnTopic(topic);
      if (mac !== null) return [...site.gateways.values()].find((gateway) => gateway.mac === mac) ?? null;
      const owner = site.owners.of(topic);
      return owner === null ? null : (site.gateways.get(owner.id) ?? null);
    },
    isDownlink: (siteId, topic) =>
      [...(sites.get(siteId)?.gateways.values() ?? [])].some((gateway) =>
        accountTopics(gateway).subscribeTopics.some((own) => fits(own, topic)),
      ),
  };
}

/** A gateway that nobody has registered, as its message shows it. */
export interface AnnouncedGateway {
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  /** The name in its topics; null: they have none. */
  name: string | null;
  dialect: string;
}

/** The sender of a message on a gateway's topic; null: the topic and the message do not show its MAC. */
export function announcedGateway(topic: string, payload: Uint8Array): AnnouncedGateway | null {
  const own = macInOwnTopic(topic);
  if (own !== null) return { mac: own, name: null, dialect: "GENERIC" };
  const adapter = adapterForTopic(topic);
  if (adapter === null) return null;
  const mac = parseMac(adapter.gatewayOfTopic(topic) ?? "");
  if (mac !== null) return { mac, name: null, dialect: adapter.hardwareType };
  const sender = adapter.senderOf?.(topic, payload) ?? null;
  return sender && { mac: sender.mac, name: sender.name, dialect: adapter.hardwareType };
}

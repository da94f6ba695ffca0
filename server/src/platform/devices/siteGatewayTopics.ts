import { adapters } from "@pulse/protocols/catalogue";
import { parseMac } from "@pulse/protocols/mac";

/** A gateway whose identity is recognised in topics, so that it can be replaced there. */
const sample = { mac: "00:00:00:00:00:00", mqttGuid: "guid", name: "name" };
const identityLevels: ReadonlySet<string> = new Set(["000000000000", sample.mqttGuid, sample.name]);

/** Where gateways of any make subscribe to commands, as filters. */
const downlinkFilters = [
  ...new Set(
    adapters.flatMap(({ subscribeTopics }) =>
      subscribeTopics(sample).map((topic) =>
        topic
          .split("/")
          .map((level) => (identityLevels.has(level) ? "+" : level))
          .join("/"),
      ),
    ),
  ),
];

/**
 * What the account of all gateways of a site may publish and subscribe to: the topics of every make, whatever the gateway. A
 * middleware's topics name no gateway and are not among them.
 */
export function siteGatewayTopics(): { publishTopics: ReadonlySet<string>; subscribeTopics: readonly string[] } {
  return { publishTopics: new Set(adapters.flatMap(({ uplinks }) => uplinks)), subscribeTopics: downlinkFilters };
}

const OWN_UPLINK = /^pulse\/v1\/gateways\/([^/]+)\/up$/;

/** The MAC of a gateway that uses our own topic with its MAC in place of its MQTT guid; null: it does not. */
export function macInOwnTopic(topic: string): string | null {
  return parseMac(OWN_UPLINK.exec(topic)?.[1] ?? "");
}

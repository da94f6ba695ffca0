import type { BrokerClient } from "../broker/broker.ts";

/** What all trackers that speak for themselves publish to. */
export const trackerUplink = "pulse/v1/trackers/+/up";

/** The topics of a tracker that speaks for itself (shapes S10). */
export function trackerTopics(mqttGuid: string): Pick<BrokerClient, "publishTopics" | "subscribeTopics"> {
  return {
    publishTopics: new Set([`pulse/v1/trackers/${mqttGuid}/up`]),
    subscribeTopics: [`pulse/v1/trackers/${mqttGuid}/down`],
  };
}

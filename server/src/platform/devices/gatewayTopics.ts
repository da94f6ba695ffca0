import type { HardwareType } from "@pulse/protocols/adapter";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";

interface Topics {
  publishTopics: ReadonlySet<string>;
  subscribeTopics: readonly string[];
}

/** A gateway's topics: its maker's own, and ours (shapes S10). They name it, so each is only one gateway's. */
export function gatewayTopics(hardwareType: HardwareType, mac: string, mqttGuid: string, name: string): Topics {
  const maker = adapterForHardwareType(hardwareType);
  const identity = { mac, mqttGuid, name };
  return {
    publishTopics: new Set([...(maker?.publishTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/up`]),
    subscribeTopics: [...(maker?.subscribeTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/down`],
  };
}

/** What its account may publish to: its own topics, and those of a middleware that speaks for others. */
export function accountTopics(hardwareType: HardwareType, mac: string, mqttGuid: string, name: string): Topics {
  const own = gatewayTopics(hardwareType, mac, mqttGuid, name);
  const shared = adapterForHardwareType(hardwareType)?.middlewareTopics ?? [];
  return shared.length === 0 ? own : { ...own, publishTopics: new Set([...own.publishTopics, ...shared]) };
}

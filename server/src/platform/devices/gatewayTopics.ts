import type { HardwareType } from "@pulse/protocols/adapter";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";

/** A gateway's topics: its maker's own, and ours (shapes S10). */
export function gatewayTopics(
  hardwareType: HardwareType,
  mac: string,
  mqttGuid: string,
  name: string,
): { publishTopics: ReadonlySet<string>; subscribeTopics: readonly string[] } {
  const maker = adapterForHardwareType(hardwareType);
  const identity = { mac, mqttGuid, name };
  return {
    publishTopics: new Set([...(maker?.publishTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/up`]),
    subscribeTopics: [...(maker?.subscribeTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/down`],
  };
}

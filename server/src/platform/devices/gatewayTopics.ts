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

/**
 * What its account may publish and subscribe to: its own topics, those with its former names, and those of a middleware
 * that speaks for others.
 */
export function accountTopics(gateway: {
  hardwareType: HardwareType;
  mac: string;
  mqttGuid: string;
  name: string;
  formerNames: readonly string[];
}): Topics {
  const { hardwareType, mac, mqttGuid, name, formerNames } = gateway;
  const all = [name, ...formerNames].map((each) => gatewayTopics(hardwareType, mac, mqttGuid, each));
  const shared = adapterForHardwareType(hardwareType)?.middlewareTopics ?? [];
  return {
    publishTopics: new Set([...all.flatMap(({ publishTopics }) => [...publishTopics]), ...shared]),
    subscribeTopics: [...new Set(all.flatMap(({ subscribeTopics }) => subscribeTopics))],
  };
}

/** Whether the topics of a make contain the name that a gateway has in Pulse, so that a new name changes them. */
export function haveNameInTopics(hardwareType: HardwareType): boolean {
  const [first, second] = ["a", "b"].map((name) => [
    ...gatewayTopics(hardwareType, "00:00:00:00:00:00", "", name).publishTopics,
  ]);
  return first!.join() !== second!.join();
}

import type { GatewayAdapter, HardwareType } from "./adapter.ts";
import { genericAdapter } from "./generic/adapter.ts";
import { kgatewayAdapter } from "./kgateway/adapter.ts";

/** Every dialect that Pulse reads. The only list: a new one is added here. */
export const adapters: readonly GatewayAdapter[] = [kgatewayAdapter, genericAdapter];

/** The dialect that a topic belongs to, or null. */
export function adapterForTopic(topic: string): GatewayAdapter | null {
  for (const adapter of adapters) if (adapter.gatewayOfTopic(topic) !== null) return adapter;
  return null;
}

/** The dialect of a make of gateway, or null where that make is not read yet. */
export function adapterForHardwareType(hardwareType: HardwareType): GatewayAdapter | null {
  return adapters.find((adapter) => adapter.hardwareType === hardwareType) ?? null;
}

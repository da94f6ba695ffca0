import type { GatewayAdapter, HardwareType } from "./adapter.ts";
import { aprilBrotherAdapter } from "./aprilbrother/adapter.ts";
import { espresenseAdapter } from "./espresense/adapter.ts";
import { genericAdapter } from "./generic/adapter.ts";
import { kgatewayAdapter } from "./kgateway/adapter.ts";
import { UndecodableMessage } from "./message.ts";
import { minewAdapter } from "./minew/adapter.ts";
import { openmqttAdapter } from "./openmqtt/adapter.ts";
import { parseJson } from "./payload.ts";
import { raddecAdapter } from "./raddec/adapter.ts";
import { ruuviAdapter } from "./ruuvi/adapter.ts";

/** Every dialect that Pulse reads. Add a new one here: there is no other list. */
export const adapters: readonly GatewayAdapter[] = [
  kgatewayAdapter,
  minewAdapter,
  ruuviAdapter,
  openmqttAdapter,
  espresenseAdapter,
  raddecAdapter,
  aprilBrotherAdapter,
  genericAdapter,
];

/** The dialect that a topic belongs to, or null. */
export function adapterForTopic(topic: string): GatewayAdapter | null {
  for (const adapter of adapters) if (adapter.gatewayOfTopic(topic) !== null) return adapter;
  return null;
}

/** The dialect of a make of gateway, or null if that make is not supported yet. */
export function adapterForHardwareType(hardwareType: HardwareType): GatewayAdapter | null {
  return adapters.find((adapter) => adapter.hardwareType === hardwareType) ?? null;
}

/** The dialect that a message is in, whatever its topic, or null. */
export function recognisedDialect(payload: Uint8Array): GatewayAdapter | null {
  let json: unknown;
  try {
    json = parseJson(payload);
  } catch (error) {
    if (!(error instanceof UndecodableMessage)) throw error;
  }
  return adapters.find((adapter) => adapter.recognises(payload, json)) ?? null;
}

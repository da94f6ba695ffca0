import type { GatewayMessage } from "./message.ts";

/** The makes of gateways as the API names them (shapes.md S9). */
export type HardwareType = "KKM" | "MINEW" | "RUUVI" | "OMG" | "ESPRESENSE" | "RADDEC" | "MOBILE" | "GENERIC";

/** How one gateway is addressed: by its MAC in its maker's topics, by its MQTT guid in ours. */
export interface GatewayIdentity {
  mac: string;
  mqttGuid: string;
}

/** One dialect: its topics and its decoder. */
export interface GatewayAdapter {
  hardwareType: HardwareType;
  /** The topics that this gateway may publish to. */
  publishTopics(id: GatewayIdentity): string[];
  /** The topics that this gateway may subscribe to. */
  subscribeTopics(id: GatewayIdentity): string[];
  /** The gateway that a topic belongs to: its MAC ("AA:BB:…") or its MQTT guid; null where the topic is not of this dialect. */
  gatewayOfTopic(topic: string): string | null;
  /** Reads one message. @throws {UndecodableMessage} and nothing else, whatever the payload. */
  decode(topic: string, payload: Uint8Array): GatewayMessage;
}

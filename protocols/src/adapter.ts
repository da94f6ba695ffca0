import type { Downlink } from "./downlink.ts";
import type { GatewayIdentity } from "./gatewayIdentity.ts";
import type { GatewayMessage } from "./message.ts";

/** The makes of gateways as the API names them (shapes.md S9). */
export type HardwareType = "KKM" | "MINEW" | "RUUVI" | "OMG" | "ESPRESENSE" | "RADDEC" | "MOBILE" | "GENERIC";

/** As the API tells of a type of gateway (shapes.md S9). */
export interface DialectCapabilities {
  /** Its settings can be changed. */
  deviceConfig: boolean;
  /** Trackers are reached through it. */
  trackerDownlink: boolean;
  /** It tells where it is. */
  gps: boolean;
}

/** One dialect: its topics and its decoder. */
export interface GatewayAdapter {
  hardwareType: HardwareType;
  /** What all gateways of this dialect publish to, as MQTT filters. */
  uplinks: readonly string[];
  /** The topics that this gateway may publish to. */
  publishTopics(id: GatewayIdentity): string[];
  /** The topics that this gateway may subscribe to. */
  subscribeTopics(id: GatewayIdentity): string[];
  /** The gateway that a topic belongs to: its MAC ("AA:BB:…") or its MQTT guid, "" where the topic has its name; null where the topic is not of this dialect. */
  gatewayOfTopic(topic: string): string | null;
  /** What gateways of this kind can do beside telling what they hear. */
  capabilities: DialectCapabilities;
  /**
   * Whether a message is of this dialect, whatever its topic; `json` is undefined where the payload is none. A message that
   * says nothing without its topic is not recognised.
   */
  recognises(payload: Uint8Array, json: unknown): boolean;
  /** Reads one message. @throws {UndecodableMessage} and nothing else, whatever the payload. */
  decode(topic: string, payload: Uint8Array): GatewayMessage;
  /** Left out: this dialect takes no commands. */
  downlink?: Downlink;
}

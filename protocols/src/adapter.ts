import type { Downlink } from "./downlink.ts";
import type { GatewayIdentity } from "./gatewayIdentity.ts";
import type { GatewayMessage } from "./message.ts";

/** The makes of gateways as the API names them (shapes.md S9). */
export type HardwareType =
  | "KKM"
  | "MINEW"
  | "RUUVI"
  | "OMG"
  | "ESPRESENSE"
  | "RADDEC"
  | "APRILBROTHER"
  | "MOBILE"
  | "GENERIC";

/** What the API says about a type of gateway (shapes.md S9). */
export interface DialectCapabilities {
  /** Its settings can be changed. */
  deviceConfig: boolean;
  /** It passes commands on to trackers. */
  trackerDownlink: boolean;
  /** It reports its own position. */
  gps: boolean;
}

/** One dialect: its topics and its decoder. */
export interface GatewayAdapter {
  hardwareType: HardwareType;
  /** What all gateways of this dialect publish to, as MQTT filters. */
  uplinks: readonly string[];
  /** The topics that this gateway may publish to. */
  publishTopics(id: GatewayIdentity): string[];
  /**
   * What a gateway of this dialect may publish to as well if it is a middleware that speaks for others. These topics
   * name no gateway, so only a broker that knows who has sent a message can use them.
   */
  middlewareTopics?: readonly string[];
  /** The topics that this gateway may subscribe to. */
  subscribeTopics(id: GatewayIdentity): string[];
  /** A topic's gateway: its MAC ("AA:BB:…") or MQTT guid, "" if the topic has its name; null: not of this dialect. */
  gatewayOfTopic(topic: string): string | null;
  /**
   * For dialects whose topics have the gateway's name: the gateway that a message is from, if the name is its MAC or the
   * message has it; null: neither.
   */
  senderOf?(topic: string, payload: Uint8Array): { mac: string; name: string } | null;
  /** What gateways of this kind can do besides reporting what they hear. */
  capabilities: DialectCapabilities;
  /**
   * Whether a message is of this dialect, whatever its topic; `json` is undefined if the payload is not JSON. A message
   * that means nothing without its topic is not recognised.
   */
  recognises(payload: Uint8Array, json: unknown): boolean;
  /** Reads one message. @throws {UndecodableMessage} and nothing else, whatever the payload. */
  decode(topic: string, payload: Uint8Array): GatewayMessage;
  /** Absent: this dialect takes no commands. */
  downlink?: Downlink;
}

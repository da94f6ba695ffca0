import type { GatewayAdapter } from "../adapter.ts";
import { parseMac } from "../mac.ts";
import { type GatewayMessage, UndecodableMessage } from "../message.ts";
import { type Fields, isFields, parseObject, readText } from "../payload.ts";
import { readAdvData } from "./advData.ts";
import { kgatewayDownlink, readReply } from "./commands.ts";
import { downlinkTopics, macOfTopic, uplinkFilters, uplinkTopics } from "./topics.ts";

const kinds: ReadonlySet<string> = new Set(["advdata", "alive", "dack", "adminrsp"]);

/**
 * KKM's KGateway, and Blue Charm's BCG04, which is one (gateways.md 1). `msg` gives the kind of a message and not the
 * topic: firmware versions publish `alive` to different topics.
 */
export const kgatewayAdapter: GatewayAdapter = {
  hardwareType: "KKM",
  uplinks: uplinkFilters,
  publishTopics: ({ mac }) => uplinkTopics(mac),
  subscribeTopics: ({ mac }) => downlinkTopics(mac),
  gatewayOfTopic: macOfTopic,
  capabilities: { deviceConfig: true, trackerDownlink: true, gps: false },
  recognises: (_payload, json) => isFields(json) && kinds.has(String(json["msg"]).toLowerCase()),
  decode: decodeKgateway,
  downlink: kgatewayDownlink,
};

/** @throws {UndecodableMessage} if the payload is not a message of a KGateway */
export function decodeKgateway(topic: string, payload: Uint8Array): GatewayMessage {
  const message = parseObject(payload);
  const msg = message["msg"];
  if (typeof msg !== "string") throw new UndecodableMessage('the message has no "msg" that says what it is');
  switch (msg.toLowerCase()) {
    case "advdata":
      return { kind: "scan", gateway: gatewayOf(message, topic), ...readAdvData(message) };
    case "alive":
      return { kind: "alive", gateway: gatewayOf(message, topic), firmware: firmwareOf(message) };
    case "dack":
    case "adminrsp":
      return { kind: "reply", gateway: gatewayOf(message, topic), reply: readReply(message) };
    default:
      throw new UndecodableMessage(`unknown message "${msg.slice(0, 40)}"`);
  }
}

/** The gateway named in the body; some answers name none, so the topic is used. */
function gatewayOf(message: Fields, topic: string): string {
  const gmac = message["gmac"];
  if (gmac === undefined) return macOfTopic(topic) ?? "";
  if (typeof gmac !== "string") throw new UndecodableMessage('"gmac" is not text');
  return parseMac(gmac) ?? gmac.slice(0, 100);
}

function firmwareOf(message: Fields): string | null {
  return readText(message["ver"]);
}

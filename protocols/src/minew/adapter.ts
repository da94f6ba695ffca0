import type { GatewayAdapter } from "../adapter.ts";
import { readAdvertData } from "../adverts/telemetry.ts";
import { agesOf, clockOf } from "../ages.ts";
import { ibeaconOf } from "../beaconIds.ts";
import { readDecoded } from "../decoded.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import { type Fields, isFields, MAX_ADVERTS, parseJson, parseRssi, rejection, rssiFault } from "../payload.ts";
import { actionTopics, minewDownlink, readReply } from "./commands.ts";
import { decodeBinaryLong, isBinaryLong } from "./binary.ts";

const decodedKeys = {
  batteryLevel: "battery",
  temperature: "temperature",
  humidity: "humidity",
  measuredPower: "ibeaconTxPower",
} as const;
const UPLINK_TOPIC = /^\/gw\/([0-9A-Fa-f]{12})\/(?:status|action\/response)$/;

/** Minew's G1, MG3 and their kin (gateways.md 2.1): JSON-LONG, JSON-RAW and BINARY-LONG on `/gw/{mac}/status`. */
export const minewAdapter: GatewayAdapter = {
  hardwareType: "MINEW",
  uplinks: ["/gw/+/status", "/gw/+/action/response"],
  // The factory writes the MAC in lower case, many installers in upper case.
  publishTopics: ({ mac }) => bothCases(mac).flatMap((hex) => [`/gw/${hex}/status`, `/gw/${hex}/action/response`]),
  subscribeTopics: ({ mac }) => actionTopics(mac),
  gatewayOfTopic: macOfTopic,
  capabilities: { deviceConfig: true, trackerDownlink: false, gps: false },
  recognises: (payload, json) => isBinaryLong(payload) || (Array.isArray(json) && json.slice(0, 2).some(isOfMinew)),
  decode: decodeMinew,
  downlink: minewDownlink,
};

/** @throws {UndecodableMessage} if the payload is not a message of a Minew gateway */
export function decodeMinew(topic: string, payload: Uint8Array): GatewayMessage {
  if (isBinaryLong(payload)) return decodeBinaryLong(payload);
  const message = parseJson(payload);
  const ofTopic = macOfTopic(topic) ?? "";
  if (isFields(message)) {
    if (message["requestId"] === undefined) throw new UndecodableMessage("the message is not an array");
    return { kind: "reply", gateway: ofTopic, reply: readReply(message) };
  }
  if (!Array.isArray(message)) throw new UndecodableMessage("the message is not an array");
  if (message.length > MAX_ADVERTS) throw new UndecodableMessage(`the message holds ${message.length} adverts`);
  return readList(message, ofTopic);
}

function readList(list: readonly unknown[], ofTopic: string): GatewayMessage {
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  const times: number[] = [];
  let gateway = ofTopic;
  for (const item of list) {
    const named = isFields(item) ? gatewayIn(item) : null;
    if (named !== null) {
      gateway = named;
      continue;
    }
    const advert = readAdvert(item);
    if (typeof advert === "string") {
      rejected.push(rejection(advert, item));
      continue;
    }
    adverts.push(advert);
    const at = isFields(item) ? item["timestamp"] : null;
    times.push(typeof at === "string" ? Date.parse(at) : NaN);
  }
  for (const [at, ageMs] of agesOf(times).entries()) adverts[at]!.ageMs = ageMs;
  return { kind: "scan", gateway, adverts, rejected, ...clockOf(times) };
}

/** The element that names the gateway: `type` "Gateway", or `gateway` in JSON-RAW. */
function gatewayIn(item: Fields): string | null {
  const given = item["type"] === "Gateway" ? item["mac"] : item["gateway"];
  return typeof given === "string" ? (parseMac(given) ?? given.slice(0, 100)) : null;
}

function readAdvert(item: unknown): Advert | string {
  if (!isFields(item)) return "the advert is not an object";
  const text = item["mac"];
  const mac = typeof text === "string" ? parseMac(text) : null;
  if (mac === null) return "mac is not a MAC address";
  const rssi = parseRssi(item["rssi"]);
  if (rssi === null) return rssiFault(item["rssi"]);
  const advert: Advert = { mac, rssi, ageMs: 0 };
  readDecoded(item, decodedKeys, advert);
  // Minew writes 0 if the level is unknown.
  if (advert.batteryLevel === 0) delete advert.batteryLevel;
  if (item["ibeaconUuid"] !== undefined) {
    advert.frame = "ibeacon";
    const ibeacon = ibeaconOf(item["ibeaconUuid"], item["ibeaconMajor"], item["ibeaconMinor"]);
    if (ibeacon !== undefined) advert.ibeacon = ibeacon;
  }
  readAdvertData(item["rawData"], advert);
  return advert;
}

function macOfTopic(topic: string): string | null {
  const hex = UPLINK_TOPIC.exec(topic)?.[1];
  return hex === undefined ? null : parseMac(hex);
}

function bothCases(mac: string): string[] {
  const hex = macHex(mac);
  return [...new Set([hex.toLowerCase(), hex])];
}

/** An element that names the gateway, or one of JSON-LONG. */
function isOfMinew(item: unknown): boolean {
  return isFields(item) && (gatewayIn(item) !== null || ("mac" in item && "bleName" in item));
}

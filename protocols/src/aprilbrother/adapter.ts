import type { GatewayAdapter } from "../adapter.ts";
import { hexFromBytes } from "../adverts/hex.ts";
import { readAdvertBytes, readAdvertData } from "../adverts/telemetry.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import {
  advertList,
  type Fields,
  isFields,
  parseJson,
  parseRssi,
  readText,
  rejection,
  rssiFault,
  saysOffline,
} from "../payload.ts";
import { readMessagePack } from "./messagePack.ts";

const TOPIC = /^ab_gateway\/([0-9A-Fa-f]{12})$/;
/** First bytes of a MessagePack map: up to 15 entries, or a length of its own. */
const isMap = (head: number | undefined): boolean =>
  head !== undefined && ((head >= 0x81 && head <= 0x8f) || head === 0xde || head === 0xdf);
/** Of an entry of `devices`: type of advert(1), address(6), RSSI(1), then the advert. */
const ADDRESS = 1;
const RSSI = 7;
const DATA = 8;

/**
 * April Brother's BLE Gateway V4 (gateways.md 2.10): a map in MessagePack, or the same as JSON, on a topic that is free text
 * in its settings; we take the one of its maker's component for Home Assistant, `ab_gateway/{MAC}`.
 */
export const aprilBrotherAdapter: GatewayAdapter = {
  hardwareType: "APRILBROTHER",
  uplinks: ["ab_gateway/+"],
  publishTopics: ({ mac }) => [...new Set([`ab_gateway/${macHex(mac)}`, `ab_gateway/${macHex(mac).toLowerCase()}`])],
  subscribeTopics: () => [],
  gatewayOfTopic: (topic) => parseMac(TOPIC.exec(topic)?.[1] ?? ""),
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  recognises: (payload, json) => {
    const message = json === undefined && isMap(payload[0]) ? mapIn(payload) : json;
    return isFields(message) && Array.isArray(message["devices"]) && "mac" in message && "mid" in message;
  },
  decode: decodeAprilBrother,
};

/** @throws {UndecodableMessage} if the payload is not a message of a BLE Gateway V4 */
export function decodeAprilBrother(topic: string, payload: Uint8Array): GatewayMessage {
  const message = isMap(payload[0]) ? readMessagePack(payload) : parseJson(payload);
  if (!isFields(message)) throw new UndecodableMessage("the message is neither a map in MessagePack nor a JSON object");
  const gateway = gatewayOf(message, topic);
  if (message["devices"] === undefined)
    return saysOffline(payload)
      ? { kind: "offline", gateway }
      : { kind: "alive", gateway, firmware: readText(message["v"]) };
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  for (const item of advertList(message, "devices")) {
    const advert = readDevice(item);
    if (typeof advert === "string") rejected.push(rejection(advert, sampleOf(item)));
    else adverts.push(advert);
  }
  // `time` is the time since it started, and the adverts have none of their own.
  return { kind: "scan", gateway, adverts, rejected };
}

function gatewayOf(message: Fields, topic: string): string {
  const mac = message["mac"];
  if (typeof mac === "string") return parseMac(mac) ?? mac.slice(0, 100);
  return parseMac(TOPIC.exec(topic)?.[1] ?? "") ?? "";
}

function readDevice(item: unknown): Advert | string {
  if (item instanceof Uint8Array) {
    if (item.length < DATA) return "the device has less than the 8 bytes of its type, address and RSSI";
    const advert = start(hexFromBytes(item.subarray(ADDRESS, RSSI)), item[RSSI]! - 256);
    if (typeof advert !== "string") readAdvertBytes(item.subarray(DATA), advert);
    return advert;
  }
  // As JSON: [type, address, RSSI, advert in hex].
  if (!Array.isArray(item)) return "the device is neither binary nor an array";
  const [, address, rssi, data] = item as unknown[];
  const advert = start(typeof address === "string" ? address : "", rssi);
  if (typeof advert !== "string") readAdvertData(data, advert);
  return advert;
}

function start(address: string, strength: unknown): Advert | string {
  const mac = parseMac(address);
  if (mac === null) return "the device's address is not a MAC address";
  const rssi = parseRssi(strength);
  return rssi === null ? rssiFault(strength) : { mac, rssi, ageMs: 0 };
}

const sampleOf = (item: unknown): unknown =>
  item instanceof Uint8Array ? hexFromBytes(item) : Array.isArray(item) ? JSON.stringify(item.slice(0, 4)) : item;

function mapIn(payload: Uint8Array): unknown {
  try {
    return readMessagePack(payload);
  } catch (error) {
    if (error instanceof UndecodableMessage) return undefined;
    throw error;
  }
}

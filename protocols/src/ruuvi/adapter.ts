import type { GatewayAdapter } from "../adapter.ts";
import { readAdvertData } from "../adverts/telemetry.ts";
import { agesOf, clockOf } from "../ages.ts";
import { readDecoded } from "../decoded.ts";
import { parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import {
  type Fields,
  isFields,
  MAX_ADVERTS,
  parseNumber,
  parseObject,
  parseRssi,
  rejection,
  rssiFault,
  saysOffline,
} from "../payload.ts";

const TOPIC = /^ruuvi\/((?:[0-9A-F]{2}:){5}[0-9A-F]{2})\/([^/]+)$/i;
const STATUS = "gw_status";

/** Ruuvi Gateway (gateways.md 2.4): `ruuvi/{GW_MAC}/{TAG_MAC}`, and the list it posts over HTTP. */
export const ruuviAdapter: GatewayAdapter = {
  hardwareType: "RUUVI",
  uplinks: ["ruuvi/+/+"],
  publishTopics: ({ mac }) => [`ruuvi/${mac}/+`],
  subscribeTopics: () => [],
  gatewayOfTopic: (topic) => parseMac(TOPIC.exec(topic)?.[1] ?? ""),
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  // A single tag's message has its address only in the topic.
  recognises: (_payload, json) => isFields(json) && isFields(json["data"]) && "tags" in json["data"],
  decode: decodeRuuvi,
};

/** @throws {UndecodableMessage} if the payload is not a message of a Ruuvi Gateway */
export function decodeRuuvi(topic: string, payload: Uint8Array): GatewayMessage {
  const [, ofTopic = "", tag = ""] = TOPIC.exec(topic) ?? [];
  const message = parseObject(payload);
  const posted = message["data"];
  if (isFields(posted)) return readPosted(posted, parseMac(ofTopic) ?? "");
  const gateway = gatewayOf(message, parseMac(ofTopic) ?? "");
  if (tag === STATUS)
    return saysOffline(payload) ? { kind: "offline", gateway } : { kind: "alive", gateway, firmware: null };
  const advert = readTag(tag, message);
  if (typeof advert === "string") return { kind: "scan", gateway, adverts: [], rejected: [rejection(advert, message)] };
  // Heard at `ts`, relayed at `gwts`; both are missing while the gateway does not know the time.
  const shownMs = secondsAt(message, "gwts");
  advert.ageMs = agesOf([secondsAt(message, "ts")], shownMs)[0] ?? 0;
  return { kind: "scan", gateway, adverts: [advert], rejected: [], ...clockOf([shownMs]) };
}

function readPosted(data: Fields, ofTopic: string): GatewayMessage {
  const tags = data["tags"];
  if (!isFields(tags)) throw new UndecodableMessage('"tags" is not an object');
  const entries = Object.entries(tags);
  if (entries.length > MAX_ADVERTS) throw new UndecodableMessage(`"tags" holds ${entries.length} adverts`);
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  const times: number[] = [];
  for (const [tag, item] of entries) {
    const advert = isFields(item) ? readTag(tag, item) : "the advert is not an object";
    if (typeof advert === "string") {
      rejected.push(rejection(advert, item));
      continue;
    }
    adverts.push(advert);
    times.push(isFields(item) ? secondsAt(item, "timestamp") : NaN);
  }
  const shownMs = secondsAt(data, "timestamp");
  for (const [at, ageMs] of agesOf(times, shownMs).entries()) adverts[at]!.ageMs = ageMs;
  const clock = clockOf([...times, shownMs]);
  return { kind: "scan", gateway: gatewayOf(data, ofTopic), adverts, rejected, ...clock };
}

function gatewayOf(message: Fields, ofTopic: string): string {
  const given = message["gw_mac"];
  return typeof given === "string" ? (parseMac(given) ?? given.slice(0, 100)) : ofTopic;
}

function readTag(tag: string, item: Fields): Advert | string {
  const mac = parseMac(tag);
  if (mac === null) return "the tag is not a MAC address";
  const rssi = parseRssi(item["rssi"]);
  if (rssi === null) return rssiFault(item["rssi"]);
  const advert: Advert = { mac, rssi, ageMs: 0 };
  readAdvertData(item["data"], advert);
  // It may decode by itself, with or without the raw data.
  readDecoded(item, { temperature: "temperature", humidity: "humidity" }, advert);
  const volts = parseNumber(item["voltage"]);
  if (volts !== null && volts > 0 && volts < 65) advert.batteryMv = Math.round(volts * 1000);
  return advert;
}

/** Seconds since 1970 as ms; NaN: none. */
function secondsAt(fields: Fields, key: string): number {
  return 1000 * (parseNumber(fields[key]) ?? NaN);
}

import type { GatewayAdapter } from "../adapter.ts";
import { readAdvertHex } from "../adverts/telemetry.ts";
import { agesOf, clockOf } from "../ages.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import { isBinaryRaddec, readBinaryRaddecs } from "./binary.ts";
import { isFields, MAX_ADVERTS, parseJson, parseNumber, parseRssi, rejection } from "../payload.ts";

const TOPIC = /^raddec\/([0-9A-Fa-f]{12})$/;

/**
 * reelyActive's raddec (gateways.md 2.8) as JSON, one or a list of them, or binary, on `raddec/{MAC}`. A raddec names all receivers
 * of a transmitter: the one with this gateway's MAC counts, or the only one, since receivers may have other identifiers.
 */
export const raddecAdapter: GatewayAdapter = {
  hardwareType: "RADDEC",
  uplinks: ["raddec/+"],
  publishTopics: ({ mac }) => [...new Set([`raddec/${macHex(mac).toLowerCase()}`, `raddec/${macHex(mac)}`])],
  subscribeTopics: () => [],
  gatewayOfTopic: (topic) => parseMac(TOPIC.exec(topic)?.[1] ?? ""),
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  recognises: (payload, json) => {
    const first: unknown = Array.isArray(json) ? json[0] : json;
    return isBinaryRaddec(payload) || (isFields(first) && "transmitterId" in first);
  },
  decode: decodeRaddec,
};

/** @throws {UndecodableMessage} if the payload is not a raddec */
export function decodeRaddec(topic: string, payload: Uint8Array): GatewayMessage {
  const message = isBinaryRaddec(payload) ? readBinaryRaddecs(payload) : parseJson(payload);
  const list: unknown[] = Array.isArray(message) ? message : [message];
  if (list.length > MAX_ADVERTS) throw new UndecodableMessage(`the message holds ${list.length} raddecs`);
  const gateway = parseMac(TOPIC.exec(topic)?.[1] ?? "") ?? "";
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  const times: number[] = [];
  for (const item of list) {
    const advert = readRaddec(item, gateway);
    if (typeof advert === "string") {
      rejected.push(rejection(advert, item));
      continue;
    }
    adverts.push(advert);
    times.push(isFields(item) ? (parseNumber(item["timestamp"]) ?? NaN) : NaN);
  }
  if (adverts.length === 0 && rejected[0] && !Array.isArray(message)) throw new UndecodableMessage(rejected[0].reason);
  for (const [at, ageMs] of agesOf(times).entries()) adverts[at]!.ageMs = ageMs;
  return { kind: "scan", gateway, adverts, rejected, ...clockOf(times) };
}

function readRaddec(item: unknown, gateway: string): Advert | string {
  if (!isFields(item)) return "the raddec is not an object";
  const id = item["transmitterId"];
  const mac = typeof id === "string" ? parseMac(id) : null;
  if (mac === null) return "transmitterId is not a MAC address";
  const signature = item["rssiSignature"];
  if (!Array.isArray(signature)) return '"rssiSignature" is not an array';
  const receivers = (signature as unknown[]).filter(isFields);
  const idOf = (receiver: unknown): string | null => (typeof receiver === "string" ? parseMac(receiver) : null);
  const own = receivers.find(({ receiverId }) => idOf(receiverId) === gateway);
  const receiver = own ?? (receivers.length === 1 ? receivers[0] : undefined);
  if (receiver === undefined) return "no receiver is this gateway";
  const rssi = parseRssi(receiver["rssi"]);
  if (rssi === null) return "rssi is not a number from -127 to 20";
  const advert: Advert = { mac, rssi, ageMs: 0 };
  const packets = item["packets"];
  for (const packet of Array.isArray(packets) ? (packets as unknown[]).slice(0, 16) : []) {
    if (typeof packet !== "string") return "a packet is not hex";
    // Header(2) and address(6) precede the advert's data.
    const fault = readAdvertHex(packet.slice(16), advert);
    if (fault !== null) return fault;
  }
  return advert;
}

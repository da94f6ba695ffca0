import type { GatewayAdapter } from "../adapter.ts";
import { readAdvertBytes, readAdvertHex } from "../adverts/telemetry.ts";
import { agesOf, clockOf } from "../ages.ts";
import { macHex, parseMac } from "../mac.ts";
import {
  type Advert,
  type GatewayMessage,
  type ReceiverAdverts,
  type RejectedAdvert,
  UndecodableMessage,
} from "../message.ts";
import { isBinaryRaddec, readBinaryRaddecs } from "./binary.ts";
import { isFields, isNoReading, MAX_ADVERTS, parseJson, parseNumber, rejection } from "../payload.ts";
import { readReceptions } from "./receivers.ts";

const TOPIC = /^raddec\/([0-9A-Fa-f]{12})$/;
/** Pareto Anywhere's, from barnacles-mqtt 1.1: `{prefix}/devices/{transmitterId}/{type}/raddec`. */
const MIDDLEWARE_TOPIC = /^(?:paretoanywhere\/)?devices\/[^/]+\/[^/]+\/raddec$/;
/** Header(2) and address(6) precede a packet's advert. */
const PACKET_HEAD_BYTES = 8;

/**
 * reelyActive's raddec (gateways.md 2.8) as JSON, one or a list of them, or binary. On `raddec/{MAC}` one gateway speaks,
 * and its own reception counts, or the only one, since receivers may have other identifiers. On Pareto Anywhere's topics
 * a middleware speaks for all its receivers.
 */
export const raddecAdapter: GatewayAdapter = {
  hardwareType: "RADDEC",
  uplinks: ["raddec/+"],
  publishTopics: ({ mac }) => [...new Set([`raddec/${macHex(mac).toLowerCase()}`, `raddec/${macHex(mac)}`])],
  middlewareTopics: ["paretoanywhere/devices/+/+/raddec", "devices/+/+/raddec"],
  subscribeTopics: () => [],
  gatewayOfTopic: (topic) => (MIDDLEWARE_TOPIC.test(topic) ? "" : parseMac(TOPIC.exec(topic)?.[1] ?? "")),
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
  const speaksFor = gatewayOf(topic);
  const receptions: Reception[] = [];
  const rejected: RejectedAdvert[] = [];
  for (const item of list) {
    const read = readRaddec(item, speaksFor);
    if (typeof read === "string") rejected.push(rejection(read, item));
    else receptions.push(...read);
  }
  if (receptions.length === 0 && rejected[0] && !Array.isArray(message) && !isNoReading(rejected[0].reason))
    throw new UndecodableMessage(rejected[0].reason);
  const times = receptions.map(({ atMs }) => atMs);
  // One alone is as old as its message.
  if (times.length > 1) for (const [at, ageMs] of agesOf(times).entries()) receptions[at]!.advert.ageMs = ageMs;
  return {
    kind: "scan",
    gateway: speaksFor ?? "",
    ...byReceiver(receptions, speaksFor ?? ""),
    rejected,
    ...clockOf(times),
  };
}

/** An advert as one receiver has heard it. */
interface Reception {
  receiver: string;
  advert: Advert;
  /** Since 1970, ms; NaN: not known. */
  atMs: number;
}

/** The gateway that speaks on a topic, "" where it is not known; null: a middleware. */
function gatewayOf(topic: string): string | null {
  const own = TOPIC.exec(topic)?.[1];
  if (own !== undefined) return parseMac(own) ?? "";
  return MIDDLEWARE_TOPIC.test(topic) ? null : "";
}

function byReceiver(
  receptions: readonly Reception[],
  own: string,
): { adverts: Advert[]; receivers?: ReceiverAdverts[] } {
  if (receptions.every(({ receiver }) => receiver === own)) return { adverts: receptions.map(({ advert }) => advert) };
  const all = new Map<string, Advert[]>();
  for (const { receiver, advert } of receptions) {
    const adverts = all.get(receiver);
    if (adverts === undefined) all.set(receiver, [advert]);
    else adverts.push(advert);
  }
  const adverts = all.get(own) ?? [];
  all.delete(own);
  const receivers = Array.from(all, ([gateway, heard]) => ({ gateway, adverts: heard }));
  return receivers.length > 0 ? { adverts, receivers } : { adverts };
}

/** The advert of one transmitter by its receivers' MACs, or what is wrong. */
function readRaddec(item: unknown, speaksFor: string | null): Reception[] | string {
  if (!isFields(item)) return "the raddec is not an object";
  const id = item["transmitterId"];
  const mac = typeof id === "string" ? parseMac(id) : null;
  if (mac === null) return "transmitterId is not a MAC address";
  const receptions = readReceptions(item["rssiSignature"], speaksFor);
  if (typeof receptions === "string") return receptions;
  const advert: Advert = { mac, rssi: 0, ageMs: 0 };
  const packets = item["packets"];
  for (const packet of Array.isArray(packets) ? (packets as unknown[]).slice(0, 16) : [])
    if (packet instanceof Uint8Array) readAdvertBytes(packet.subarray(PACKET_HEAD_BYTES), advert);
    else if (typeof packet === "string") readAdvertHex(packet.slice(2 * PACKET_HEAD_BYTES), advert);
    else advert.flaw = "a packet is not hex";
  const atMs = parseNumber(item["timestamp"]) ?? NaN;
  const [only] = receptions;
  if (receptions.length === 1 && only !== undefined) {
    advert.rssi = only[1];
    return [{ receiver: only[0], advert, atMs }];
  }
  return receptions.map(([receiver, rssi]) => ({ receiver, advert: { ...advert, rssi }, atMs }));
}

import type { GatewayAdapter } from "../adapter.ts";
import { readAdvertData } from "../adverts/telemetry.ts";
import { agesOf, clockOf } from "../ages.ts";
import { parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import { advertList, isFields, parseObject, parseRssi, rejection, rssiFault } from "../payload.ts";
import { readGps } from "./gps.ts";
import { readMeasured } from "./measured.ts";

const UP_TOPIC = /^pulse\/v1\/gateways\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/up$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Our own message for gateways of any make (shapes.md S10): pulse/v1/gateways/{mqtt_guid}/up. */
export const genericAdapter: GatewayAdapter = {
  hardwareType: "GENERIC",
  uplinks: ["pulse/v1/gateways/+/up"],
  publishTopics: ({ mqttGuid }) => [`pulse/v1/gateways/${mqttGuid}/up`],
  subscribeTopics: ({ mqttGuid }) => [`pulse/v1/gateways/${mqttGuid}/down`],
  gatewayOfTopic,
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  recognises: (_payload, json) => isFields(json) && String(json["msg"]).toLowerCase() === "scan",
  decode: decodeGeneric,
};

/**
 * Ignores the gateway's battery, because the API has no place for it. `at` shows the gateway's clock; the order is that of
 * arrival.
 * @throws {UndecodableMessage} if the payload is not `{"msg": "scan", "adverts": […]}`
 */
export function decodeGeneric(topic: string, payload: Uint8Array): GatewayMessage {
  const message = parseObject(payload);
  const msg = message["msg"];
  if (typeof msg !== "string") throw new UndecodableMessage('the message has no "msg" that says what it is');
  if (msg.toLowerCase() !== "scan") throw new UndecodableMessage(`unknown message "${msg.slice(0, 40)}"`);
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  const times: number[] = [];
  for (const item of advertList(message, "adverts")) {
    const advert = readAdvert(item);
    if (typeof advert === "string") {
      rejected.push(rejection(advert, item));
      continue;
    }
    adverts.push(advert);
    times.push(isFields(item) ? atMs(item["at"]) : NaN);
  }
  const shownMs = atMs(message["at"]);
  for (const [at, ageMs] of agesOf(times, shownMs).entries()) adverts[at]!.ageMs = ageMs;
  const gps = readGps(message["gps"]);
  const clock = clockOf([...times, shownMs]);
  return { kind: "scan", gateway: gatewayOfTopic(topic) ?? "", adverts, rejected, ...clock, ...(gps ? { gps } : {}) };
}

function gatewayOfTopic(topic: string): string | null {
  return UP_TOPIC.exec(topic)?.[1]?.toLowerCase() ?? null;
}

/** One advert, or why it is not one. */
function readAdvert(item: unknown): Advert | string {
  if (!isFields(item)) return "the advert is not an object";
  const text = item["mac"];
  const mac = typeof text === "string" ? parseMac(text) : null;
  if (mac === null) return "mac is not a MAC address";
  const rssi = parseRssi(item["rssi"]);
  if (rssi === null) return rssiFault(item["rssi"]);
  const advert: Advert = { mac, rssi, ageMs: 0 };
  const wrong = readMeasured(item, advert);
  if (wrong !== null) return wrong;
  readAdvertData(item["data"], advert);
  return advert;
}

function atMs(value: unknown): number {
  return typeof value === "string" && ISO_TIME.test(value) ? Date.parse(value) : NaN;
}

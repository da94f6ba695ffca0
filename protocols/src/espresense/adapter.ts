import type { GatewayAdapter } from "../adapter.ts";
import { eddystoneUidOf, ibeaconOf } from "../beaconIds.ts";
import { readDecoded } from "../decoded.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, UndecodableMessage } from "../message.ts";
import { isFields, parseObject, parseRssi, readText, rssiFault, saysOffline } from "../payload.ts";
import { roomName } from "../topicName.ts";

const decodedKeys = {
  batteryLevel: "batt",
  batteryMv: "mV",
  temperature: "temp",
  humidity: "rh",
  measuredPower: "rssi@1m",
} as const;
const DEVICE = /^espresense\/devices\/[^/]+\/[^/]+$/;
const KEY = /^[0-9a-f]{32}$/i;
const ROOM = /^espresense\/rooms\/[^/]+\/(?:status|telemetry)$/;

/** ESPresense (gateways.md 2.3): `espresense/devices/{id}/{room}`; the room is the gateway's name in Pulse. */
export const espresenseAdapter: GatewayAdapter = {
  hardwareType: "ESPRESENSE",
  uplinks: ["espresense/devices/+/+", "espresense/rooms/+/status", "espresense/rooms/+/telemetry"],
  publishTopics: ({ mac, name }) =>
    rooms(mac, name).flatMap((room) => [
      `espresense/devices/+/${room}`,
      `espresense/rooms/${room}/status`,
      `espresense/rooms/${room}/telemetry`,
    ]),
  subscribeTopics: ({ mac, name }) => rooms(mac, name).map((room) => `espresense/rooms/${room}/#`),
  gatewayOfTopic: (topic) => (DEVICE.test(topic) || ROOM.test(topic) ? "" : null),
  // A room that nobody has named is the gateway's MAC (`main.cpp`).
  senderOf: (topic) => {
    const name = DEVICE.test(topic) ? topic.split("/")[3] : ROOM.test(topic) ? topic.split("/")[2] : undefined;
    const mac = parseMac(name ?? "");
    return name === undefined || mac === null ? null : { mac, name };
  },
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  recognises: (_payload, json) => isFields(json) && "mac" in json && "rssi@1m" in json,
  decode: decodeEspresense,
};

/** @throws {UndecodableMessage} if the payload is not a message of ESPresense */
export function decodeEspresense(topic: string, payload: Uint8Array): GatewayMessage {
  if (topic.endsWith("/status") && ROOM.test(topic))
    return saysOffline(payload) ? { kind: "offline", gateway: "" } : { kind: "alive", gateway: "", firmware: null };
  const message = parseObject(payload);
  if (ROOM.test(topic)) return { kind: "alive", gateway: "", firmware: readText(message["ver"]) };
  const given = message["mac"];
  const mac = typeof given === "string" ? parseMac(given) : null;
  if (mac === null) throw new UndecodableMessage("mac is not a MAC address");
  const rssi = parseRssi(message["rssi"]);
  if (rssi === null) throw new UndecodableMessage(rssiFault(message["rssi"]));
  // Its RSSI is the median of recent packets.
  const advert: Advert = { mac, rssi, ageMs: 0, smoothed: true };
  readDecoded(message, decodedKeys, advert);
  const id = message["id"];
  if (typeof id === "string" && id.includes(":")) readId(id, advert);
  return { kind: "scan", gateway: "", adverts: [advert], rejected: [] };
}

/** `iBeacon:{uuid}-{major}-{minor}`, `eddy:{namespace}-{instance}`, `irk:{key}` or another kind and its name. */
function readId(id: string, advert: Advert): void {
  const colon = id.indexOf(":");
  const kind = id.slice(0, colon).toLowerCase();
  const value = id.slice(colon + 1);
  advert.frame = kind.slice(0, 20);
  if (kind === "ibeacon") {
    const beforeMinor = value.lastIndexOf("-");
    const beforeMajor = value.lastIndexOf("-", beforeMinor - 1);
    if (beforeMajor <= 0) return;
    const [uuid, major] = [value.slice(0, beforeMajor), value.slice(beforeMajor + 1, beforeMinor)];
    const ibeacon = ibeaconOf(uuid, major, value.slice(beforeMinor + 1));
    if (ibeacon !== undefined) advert.ibeacon = ibeacon;
  } else if (kind === "eddy") {
    const uid = eddystoneUidOf(value, "");
    if (uid !== undefined) advert.eddystoneUid = uid;
  } else if (kind === "irk" && KEY.test(value)) advert.irk = value.toUpperCase();
}

function rooms(mac: string, name: string): string[] {
  return [...new Set([roomName(name), macHex(mac).toLowerCase()])].filter((room) => room !== "");
}

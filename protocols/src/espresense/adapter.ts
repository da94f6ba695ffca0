import type { GatewayAdapter } from "../adapter.ts";
import { eddystoneUidOf, ibeaconOf } from "../beaconIds.ts";
import { readDecoded } from "../decoded.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, UndecodableMessage } from "../message.ts";
import { isFields, parseObject, parseRssi, readText, saysOffline, withoutReading } from "../payload.ts";
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
  if (rssi === null) return withoutReading(message);
  // Its RSSI is the median of recent packets.
  const advert: Advert = { mac, rssi, ageMs: 0, smoothed: true };
  readDecoded(message, decodedKeys, advert);
  const id = message["id"];
  if (typeof id === "string") {
    const { frame, ibeacon, eddystoneUid, irk } = identityOf(id);
    if (frame !== undefined) advert.frame = frame;
    if (ibeacon !== undefined) advert.ibeacon = ibeacon;
    if (eddystoneUid !== undefined) advert.eddystoneUid = eddystoneUid;
    if (irk !== undefined) advert.irk = irk;
  }
  return { kind: "scan", gateway: "", adverts: [advert], rejected: [] };
}

type Identity = Pick<Advert, "frame" | "ibeacon" | "eddystoneUid" | "irk">;
/** More than the devices at one installation; strangers' only cost the time of reading them again. */
const MAX_KNOWN_IDS = 1000;
const MAX_ID_CHARACTERS = 100;
/** By ids: a device sends the same one in every message, and reading it takes as long as the rest of the message. */
const knownIds = new Map<string, Identity>();

function identityOf(id: string): Identity {
  const known = knownIds.get(id);
  if (known !== undefined) return known;
  const identity = readId(id);
  // Longer ones would fill the memory.
  if (id.length > MAX_ID_CHARACTERS) return identity;
  if (knownIds.size >= MAX_KNOWN_IDS) knownIds.clear();
  knownIds.set(id, identity);
  return identity;
}

/** `iBeacon:{uuid}-{major}-{minor}`, `eddy:{namespace}-{instance}`, `irk:{key}` or another kind and its name. */
function readId(id: string): Identity {
  const colon = id.indexOf(":");
  if (colon < 0) return {};
  const kind = id.slice(0, colon).toLowerCase();
  const value = id.slice(colon + 1);
  const identity: Identity = { frame: kind.slice(0, 20) };
  if (kind === "ibeacon") {
    const beforeMinor = value.lastIndexOf("-");
    const beforeMajor = value.lastIndexOf("-", beforeMinor - 1);
    if (beforeMajor <= 0) return identity;
    const [uuid, major] = [value.slice(0, beforeMajor), value.slice(beforeMajor + 1, beforeMinor)];
    const ibeacon = ibeaconOf(uuid, major, value.slice(beforeMinor + 1));
    if (ibeacon !== undefined) identity.ibeacon = ibeacon;
  } else if (kind === "eddy") {
    const uid = eddystoneUidOf(value, "");
    if (uid !== undefined) identity.eddystoneUid = uid;
  } else if (kind === "irk" && KEY.test(value)) identity.irk = value.toUpperCase();
  return identity;
}

function rooms(mac: string, name: string): string[] {
  return [...new Set([roomName(name), macHex(mac).toLowerCase()])].filter((room) => room !== "");
}

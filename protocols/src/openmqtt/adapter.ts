import type { GatewayAdapter } from "../adapter.ts";
import { readManufacturerHex, readServiceHex } from "../adverts/telemetry.ts";
import { ibeaconOf } from "../beaconIds.ts";
import { readDecoded } from "../decoded.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, UndecodableMessage } from "../message.ts";
import {
  type Fields,
  isFields,
  parseNumber,
  parseObject,
  parseRssi,
  readText,
  saysOffline,
  withoutReading,
} from "../payload.ts";
import { topicName } from "../topicName.ts";

const TOPIC = /^home\/([^/]+)\/(?:BTtoMQTT\/[^/]+|LWT|SYStoMQTT)$/;

/** OpenMQTTGateway and Theengs Gateway (gateways.md 2.2): `home/{name}/BTtoMQTT/{tag}`; the name is the gateway's. */
export const openmqttAdapter: GatewayAdapter = {
  hardwareType: "OMG",
  uplinks: ["home/+/BTtoMQTT/+", "home/+/LWT", "home/+/SYStoMQTT"],
  publishTopics: ({ mac, name }) =>
    names(mac, name).flatMap((one) => [`home/${one}/BTtoMQTT/+`, `home/${one}/LWT`, `home/${one}/SYStoMQTT`]),
  subscribeTopics: ({ mac, name }) => names(mac, name).map((one) => `home/${one}/commands/#`),
  // The name may be anything, so the broker's check of its topics has to suffice.
  gatewayOfTopic: (topic) => (TOPIC.test(topic) ? "" : null),
  senderOf,
  capabilities: { deviceConfig: false, trackerDownlink: false, gps: false },
  recognises: (_payload, json) =>
    isFields(json) && "id" in json && "rssi" in json && ["mac_type", "model_id", "brand"].some((key) => key in json),
  decode: decodeOpenmqtt,
};

/** @throws {UndecodableMessage} if the payload is not a message of an OpenMQTTGateway */
export function decodeOpenmqtt(topic: string, payload: Uint8Array): GatewayMessage {
  if (topic.endsWith("/LWT"))
    return saysOffline(payload) ? { kind: "offline", gateway: "" } : { kind: "alive", gateway: "", firmware: null };
  const message = parseObject(payload);
  if (topic.endsWith("/SYStoMQTT")) return { kind: "alive", gateway: "", firmware: readText(message["version"]) };
  // A tag that is no longer there, a name or a state: only sightings have an RSSI.
  if (message["rssi"] === undefined) return { kind: "routine", gateway: "" };
  // With presenceUseBeaconUuid the id is the beacon's UUID and the address is in `mac`.
  const mac = macIn(message["mac"]) ?? macIn(message["id"]);
  if (mac === null) throw new UndecodableMessage("neither id nor mac is a MAC address");
  const rssi = parseRssi(message["rssi"]);
  if (rssi === null) return withoutReading(message);
  const advert: Advert = { mac, rssi, ageMs: 0 };
  readRaw(message, advert);
  readDecoded(message, { batteryLevel: "batt", temperature: "tempc", humidity: "hum" }, advert);
  const volts = parseNumber(message["volt"]);
  if (volts !== null && volts > 0 && volts < 65) advert.batteryMv = Math.round(volts * 1000);
  if (message["model_id"] === "IBEACON") {
    advert.frame = "ibeacon";
    const ibeacon = ibeaconOf(message["uuid"], message["major"], message["minor"]);
    if (ibeacon !== undefined) advert.ibeacon = ibeacon;
    // In other kinds of adverts `txpower` is the transmitted power.
    readDecoded(message, { measuredPower: "txpower" }, advert);
  }
  return { kind: "scan", gateway: "", adverts: [advert], rejected: [] };
}

/** Only its regular state names the gateway's MAC; a name may be the MAC, too. */
function senderOf(topic: string, payload: Uint8Array): { mac: string; name: string } | null {
  const name = TOPIC.exec(topic)?.[1];
  if (name === undefined) return null;
  const mac = parseMac(name) ?? (topic.endsWith("/SYStoMQTT") ? macIn(fieldsOf(payload)["mac"]) : null);
  return mac === null ? null : { mac, name };
}

/** None if it is not an object. */
function fieldsOf(payload: Uint8Array): Fields {
  try {
    return parseObject(payload);
  } catch (error) {
    if (error instanceof UndecodableMessage) return {};
    throw error;
  }
}

/** Raw data, which is sent where the gateway knows no decoder, or beside what it has decoded (`pubadvdata`). */
function readRaw(message: Fields, advert: Advert): void {
  const service = message["servicedata"];
  const uuid = message["servicedatauuid"];
  const manufacturer = message["manufacturerdata"];
  if (typeof service === "string" && typeof uuid === "string") readServiceHex(uuid, service, advert);
  if (typeof manufacturer === "string" && manufacturer !== "") readManufacturerHex(manufacturer, advert);
}

const macIn = (value: unknown): string | null => (typeof value === "string" ? parseMac(value) : null);

function names(mac: string, name: string): string[] {
  return [...new Set([topicName(name), macHex(mac)])].filter((one) => one !== "");
}

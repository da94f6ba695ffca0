import type { GatewaySettings, MessageMode, TrackerSettings, TransmissionType } from "../downlink.ts";
import { type Fields, isFields, parseNumber } from "../payload.ts";

/**
 * KKM's names of a gateway's settings. Only `filtermac` is proven over MQTT; these are the names on its configuration
 * page, in the same style (gateways.md 1.6). If a real device uses another name, correct it here.
 */
const gatewayKeys = {
  filterRssi: "filterrssi",
  uploadPeriodS: "rptPeriod",
  redundantPeriodS: "filterDuplicate",
  uploadIbeacon: "rptiBeacon",
  uploadEddystone: "rptEddystone",
  uploadKsensor: "rptSensor",
  uploadUnknown: "rptUnknown",
  proximity: "rptProximity",
  gpsLocation: "rptGpsLocation",
  includeRssiOnly: "rssionly",
} as const satisfies Record<keyof GatewaySettings, string>;
/** A KGateway has all of them. */
export const gatewaySettings: ReadonlySet<keyof GatewaySettings> = new Set(
  Object.keys(gatewayKeys) as (keyof GatewaySettings)[],
);
const numbers: ReadonlySet<string> = new Set(["filterRssi", "uploadPeriodS", "redundantPeriodS"]);

/** A beacon's slot types; not the gateway's bitmask of frame types. */
const slotTypes: readonly TransmissionType[] = [
  "off",
  "ksensor",
  "uid",
  "tlm",
  "url",
  "ibeacon",
  "system",
  "aoa",
  "ebeacon",
];
const modes: readonly MessageMode[] = ["legacy", "long_range", "extended"];

/** A gateway's settings in KKM's words; switches are 0 and 1. */
export function gatewayFields(settings: GatewaySettings): Fields {
  const fields: Fields = {};
  for (const [name, key] of Object.entries(gatewayKeys)) {
    const value = settings[name as keyof GatewaySettings];
    if (value !== undefined) fields[key] = typeof value === "boolean" ? Number(value) : value;
  }
  return fields;
}

/** The settings in a gateway's answer; values may be numbers or texts of numbers. Null: there are none. */
export function readGatewayFields(fields: Fields): GatewaySettings | null {
  const settings: Record<string, number | boolean> = {};
  for (const [name, key] of Object.entries(gatewayKeys)) {
    const given = fields[key];
    const value = typeof given === "boolean" ? Number(given) : parseNumber(given);
    if (value !== null) settings[name] = numbers.has(name) ? Math.round(value) : value !== 0;
  }
  return Object.keys(settings).length > 0 ? settings : null;
}

/** A tracker's settings as the first advertising slot of KKM's beacons. */
export function slotFields(settings: TrackerSettings): Fields {
  const { messageMode, advertisementPeriodMs, transmissionPower, transmissionMessageType } = settings;
  const fields: Fields = { slot: 0 };
  if (transmissionMessageType !== undefined) fields["type"] = slotTypes.indexOf(transmissionMessageType);
  if (advertisementPeriodMs !== undefined) fields["advPrd"] = advertisementPeriodMs;
  if (transmissionPower !== undefined) fields["txPwr"] = transmissionPower;
  if (messageMode !== undefined) fields["mode"] = modes.indexOf(messageMode);
  return fields;
}

/** The settings of the first slot in a beacon's answer. Null: there are none. */
export function readSlotFields(data: unknown): TrackerSettings | null {
  if (!isFields(data)) return null;
  const slots = Array.isArray(data["advObj"]) ? (data["advObj"] as unknown[]).filter(isFields) : [data];
  const slot = slots.find((one) => one["slot"] === 0) ?? slots[0];
  if (slot === undefined) return null;
  const settings: TrackerSettings = {};
  const type = slotTypes[parseNumber(slot["type"]) ?? -1];
  if (type !== undefined) settings.transmissionMessageType = type;
  const periodMs = parseNumber(slot["advPrd"]);
  if (periodMs !== null) settings.advertisementPeriodMs = Math.round(periodMs);
  const power = parseNumber(slot["txPwr"]);
  if (power !== null) settings.transmissionPower = Math.round(power);
  const mode = modes[parseNumber(slot["mode"]) ?? -1];
  if (mode !== undefined) settings.messageMode = mode;
  return Object.keys(settings).length > 0 ? settings : null;
}

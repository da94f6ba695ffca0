import type { GatewaySettings } from "../downlink.ts";
import { type Fields, parseNumber } from "../payload.ts";

interface Word {
  key: string;
  /** Converts to the gateway's own values, which are all text. */
  write(value: number | boolean): string;
  /** Null: no value, or "default". */
  read(reported: unknown): number | boolean | null;
}

const dbm = (key: string): Word => ({
  key,
  write: String,
  read: (reported) => roundedOf(reported, 1),
});
const milliseconds = (key: string): Word => ({
  key,
  write: (seconds) => String(Number(seconds) * 1000),
  read: (reported) => roundedOf(reported, 1000),
});
const yesNo = (key: string): Word => ({
  key,
  write: (value) => (value === true ? "YES" : "NO"),
  read: (reported) => (reported === "YES" ? true : reported === "NO" ? false : null),
});

/**
 * Minew's names of its settings, from the G1's table of properties (gateways.md 2.1 has a command with them);
 * `isUploadUnkown` is Minew's spelling, and S1 is its sensor frame. It does not have the other settings.
 */
const words: Partial<Record<keyof GatewaySettings, Word>> = {
  filterRssi: dbm("rssi"),
  uploadPeriodS: milliseconds("uploadInterval"),
  uploadIbeacon: yesNo("isUploadIBeacon"),
  uploadKsensor: yesNo("isUploadS1"),
  uploadUnknown: yesNo("isUploadUnkown"),
};

/** The settings that a Minew gateway has. */
export const minewSettings: ReadonlySet<keyof GatewaySettings> = new Set(
  Object.keys(words) as (keyof GatewaySettings)[],
);

/** Settings in Minew's words; a setting left out stays as it is. */
export function commonFields(settings: GatewaySettings): Fields {
  const fields: Fields = {};
  for (const [name, word] of Object.entries(words)) {
    const value = settings[name as keyof GatewaySettings];
    if (value !== undefined) fields[word.key] = word.write(value);
  }
  return fields;
}

/** The settings in a gateway's answer. Null: there are none. */
export function readCommonFields(fields: Fields): GatewaySettings | null {
  const settings: Record<string, number | boolean> = {};
  for (const [name, word] of Object.entries(words)) {
    const value = word.read(fields[word.key]);
    if (value !== null) settings[name] = value;
  }
  return Object.keys(settings).length > 0 ? settings : null;
}

function roundedOf(reported: unknown, unit: number): number | null {
  const value = parseNumber(reported);
  return value === null ? null : Math.round(value / unit);
}

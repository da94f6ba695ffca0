import { parseNumber } from "./payload.ts";

const UUID = /^([0-9A-F]{8})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{12})$/i;
const UID = /^([0-9A-F]{20})[-:/]?([0-9A-F]{12})$/i;
const MAX_UINT16 = 0xffff;

/** "UUID:major:minor" of what a gateway has read from an iBeacon, in the notation of `Telemetry.ibeacon`. */
export function ibeaconOf(uuid: unknown, major: unknown, minor: unknown): string | undefined {
  const parts = typeof uuid === "string" && uuid.length <= 36 ? UUID.exec(uuid) : null;
  const [ofMajor, ofMinor] = [parseNumber(major), parseNumber(minor)];
  if (parts === null || !isUint16(ofMajor) || !isUint16(ofMinor)) return undefined;
  return `${parts.slice(1).join("-").toUpperCase()}:${ofMajor}:${ofMinor}`;
}

/** Namespace and instance of an Eddystone UID as 32 hex digits. */
export function eddystoneUidOf(namespace: unknown, instance: unknown): string | undefined {
  if (typeof namespace !== "string" || typeof instance !== "string") return undefined;
  const parts = UID.exec(namespace + instance);
  return parts === null ? undefined : (parts[1]! + parts[2]!).toUpperCase();
}

const isUint16 = (value: number | null): value is number =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_UINT16;

import { parseNumber } from "./payload.ts";

const BARE_UUID = /^[0-9A-F]{32}$/i;
const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/i;
const UID = /^([0-9A-F]{20})[-:/]?([0-9A-F]{12})$/i;
const [NAMESPACE_DIGITS, INSTANCE_DIGITS] = [20, 12];
const MAX_UINT16 = 0xffff;
/** More than the makers and customers at one installation have; strangers' beacons only cost the time of rewriting. */
const MAX_KNOWN_UUIDS = 1000;
/** By how they were sent. Most beacons share their maker's UUID, and rewriting it takes longer than the rest of an advert. */
const canonicalUuids = new Map<string, string | null>();
/** The one looked up last: comparing texts takes a fraction of looking one up. */
let lastUuid = { text: "", canonical: null as string | null };

/**
 * "UUID:major:minor" of what a gateway has read from an iBeacon, in the notation of `Telemetry.ibeacon`. Theengs' decoder,
 * which OpenMQTTGateway has too, gives numbers from 32,768 on as negative ones (TheengsDecoder 2.5).
 */
export function ibeaconOf(uuid: unknown, major: unknown, minor: unknown): string | undefined {
  if (typeof uuid !== "string") return undefined;
  const ofMajor = uint16In(major);
  const ofMinor = uint16In(minor);
  if (ofMajor === null || ofMinor === null) return undefined;
  const canonical = canonicalUuid(uuid);
  return canonical === null ? undefined : `${canonical}:${ofMajor}:${ofMinor}`;
}

/** A UUID in upper case with hyphens; null: it is none. */
function canonicalUuid(text: string): string | null {
  if (text === lastUuid.text) return lastUuid.canonical;
  const canonical = knownUuid(text);
  lastUuid = { text, canonical };
  return canonical;
}

function knownUuid(text: string): string | null {
  const known = canonicalUuids.get(text);
  if (known !== undefined) return known;
  const upper = text.toUpperCase();
  const canonical = UUID.test(upper) ? upper : BARE_UUID.test(upper) ? withHyphens(upper) : null;
  // Longer texts are no UUIDs, and would fill the memory.
  if (text.length > 36) return canonical;
  if (canonicalUuids.size >= MAX_KNOWN_UUIDS) canonicalUuids.clear();
  canonicalUuids.set(text, canonical);
  return canonical;
}

/** A UUID of 32 hex digits with its hyphens. */
function withHyphens(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Namespace and instance of an Eddystone UID as 32 hex digits. */
export function eddystoneUidOf(namespace: unknown, instance: unknown): string | undefined {
  if (typeof namespace !== "string" || typeof instance !== "string") return undefined;
  // As gateways write it; an expression takes several times as long.
  if (namespace.length === NAMESPACE_DIGITS && instance.length === INSTANCE_DIGITS)
    return isHex(namespace) && isHex(instance) ? (namespace + instance).toUpperCase() : undefined;
  const parts = UID.exec(namespace + instance);
  return parts === null ? undefined : (parts[1]! + parts[2]!).toUpperCase();
}

function isHex(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    // Lower case differs from upper case by this bit.
    const letter = code | 0x20;
    if (!isDigit && (letter < 0x61 || letter > 0x66)) return false;
  }
  return true;
}

function uint16In(value: unknown): number | null {
  const number = parseNumber(value);
  if (number === null || !Number.isInteger(number) || number < -0x8000 || number > MAX_UINT16) return null;
  return number & MAX_UINT16;
}

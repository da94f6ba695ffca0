import type { Telemetry } from "../message.ts";
import { int8 } from "./bigEndian.ts";
import { readMeasuredPower } from "./measuredPower.ts";

/** Length of AltBeacon's manufacturer data after the company: BE AC, id(20), reference RSSI(1), reserved(1). */
const ALTBEACON_BYTES = 24;

/** Whether manufacturer data of any company begins like an AltBeacon. */
export function isAltBeacon(data: Uint8Array): boolean {
  return data[0] === 0xbe && data[1] === 0xac;
}

/** Reads an AltBeacon (AltBeacon/spec); its power is at 1 m. Returns false if it is cut short. */
export function readAltBeacon(data: Uint8Array, into: Telemetry): boolean {
  if (data.length < ALTBEACON_BYTES) return false;
  readMeasuredPower(int8(data, 22), into);
  into.frame ??= "altbeacon";
  return true;
}

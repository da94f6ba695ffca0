import type { Telemetry } from "../message.ts";
import { readMeasuredPower } from "./measuredPower.ts";
import { int8, uint16 } from "./bigEndian.ts";
import { uuidFromBytes } from "./hex.ts";

/** Length of iBeacon's manufacturer data after the company: 02 15, UUID(16), major(2), minor(2), power(1). */
const IBEACON_BYTES = 23;

/** Reads Apple's manufacturer data (after the company id). Returns false if an iBeacon is cut short. */
export function readApple(data: Uint8Array, into: Telemetry): boolean {
  if (data[0] !== 0x02 || data[1] !== 0x15) return true;
  if (data.length < IBEACON_BYTES) return false;
  readMeasuredPower(int8(data, IBEACON_BYTES - 1), into);
  into.ibeacon = `${uuidFromBytes(data, 2)}:${uint16(data, 18)}:${uint16(data, 20)}`;
  return true;
}

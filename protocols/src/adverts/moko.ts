import type { Telemetry } from "../message.ts";
import { int16, uint16 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

/** MokoBeacon's service data (0xFF01): battery %(1), iBeacon's fields(6), acceleration x, y, z(2 each). */
const BEACON_BYTES = 13;
/** Proximity beacon: kind, length, status, count, MAC(6), …, battery mV(2). */
const PROXIMITY = 0x02;
const PROXIMITY_MIN_BYTES = 18;
const IN_MOTION = 0x01;

/** Reads MokoBeacon's service data (TheengsDecoder's Mokobeacon, 1.9). Other lengths are another maker's. */
export function readMokoBeacon(data: Uint8Array, into: Telemetry): void {
  if (data.length !== BEACON_BYTES || data[0]! > 100) return;
  into.batteryLevel = data[0]!;
  const [x, y, z] = [int16(data, 7), int16(data, 9), int16(data, 11)];
  if (x !== 0 || y !== 0 || z !== 0) into.moving = movingFromAcceleration(x, y, z);
  into.frame ??= "moko";
}

/**
 * Reads MOKO's manufacturer data (company 0x0A62) as advlib-ble-manufacturers 1.14 does. False: it is cut short, and
 * nothing was written.
 */
export function readMoko(data: Uint8Array, into: Telemetry): boolean {
  if (data[0] !== PROXIMITY) return true;
  if (data.length < PROXIMITY_MIN_BYTES) return false;
  // Its own length tells it from other kinds.
  if (data.length !== data[1]! + 2) return true;
  into.moving = (data[2]! & IN_MOTION) !== 0;
  const batteryMv = uint16(data, 16);
  if (batteryMv > 0) into.batteryMv = batteryMv;
  into.frame ??= "moko";
  return true;
}

import type { Telemetry } from "../message.ts";
import { intLE, uintLE } from "./littleEndian.ts";

/** Types of an object's value. */
const UNSIGNED = 0;
const SIGNED = 1;

/**
 * Reads BTHome v1's plain service data (0x181C): objects of a control byte (bits 0-4: bytes that follow, bits 5-7: type),
 * an id and the value, little-endian (bthome.io, format v1; bthome-ble 3). False: an object is cut short, and nothing
 * was written.
 */
export function readBTHome1(data: Uint8Array, into: Telemetry): boolean {
  const objects: Telemetry = {};
  for (let at = 0; at < data.length;) {
    const control = data[at]!;
    const length = control & 0x1f;
    const end = at + 1 + length;
    if (length === 0 || end > data.length) return false;
    readObject(control >> 5, data.subarray(at + 1, end), objects);
    at = end;
  }
  into.frame ??= "bthome";
  Object.assign(into, objects);
  return true;
}

function readObject(type: number, object: Uint8Array, into: Telemetry): void {
  const size = object.length - 1;
  if (size < 1 || size > 4 || (type !== UNSIGNED && type !== SIGNED)) return;
  const value = type === SIGNED && size <= 2 ? intLE(object, 1, size) : uintLE(object, 1, size);
  const id = object[0];
  if (id === 0x01 && value <= 100) into.batteryLevel = value;
  else if (id === 0x02) into.temperature = value / 100;
  else if (id === 0x03) into.humidity = value / 100;
  else if (id === 0x0c && value > 0) into.batteryMv = value;
  else if (id === 0x21 || id === 0x22) into.moving = value !== 0;
}

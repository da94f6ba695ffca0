import type { Telemetry } from "../message.ts";
import { NO_TEMPERATURES } from "./gatt.ts";
import { intLE, uintLE } from "./littleEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

const KIND = {
  temperature: 0x12,
  humidity: 0x21,
  movement: 0x42,
  angle: 0x56,
  touch: 0xb2,
  batteryPercent: 0xf1,
  batteryMv: 0xf2,
} as const;
/** The length of each kind that is read, with its first byte. */
const BYTES: Readonly<Record<number, readonly number[]>> = {
  [KIND.temperature]: [3],
  [KIND.humidity]: [2, 5],
  [KIND.movement]: [3],
  [KIND.angle]: [7],
  [KIND.touch]: [3],
  [KIND.batteryPercent]: [2],
  [KIND.batteryMv]: [3],
};

/**
 * Reads ELA Innovation's manufacturer data (company 0x0757): a kind and its value, little-endian; humidity may be
 * followed by the temperature (ELA's advertising format as advlib-ble-manufacturers 1.14 reads it). False: it is cut
 * short, and nothing was written.
 */
export function readEla(data: Uint8Array, into: Telemetry): boolean {
  const kind = data[0];
  const bytes = BYTES[kind ?? -1];
  if (bytes === undefined) return true;
  if (data.length < bytes[0]!) return false;
  if (!bytes.includes(data.length)) return true;
  if (kind === KIND.temperature) readTemperature(intLE(data, 1, 2), into);
  else if (kind === KIND.humidity) {
    into.humidity = data[1]!;
    if (data[2] === KIND.temperature) readTemperature(intLE(data, 3, 2), into);
  } else if (kind === KIND.movement) into.moving = (data[1]! & 1) === 1;
  else if (kind === KIND.angle)
    into.moving = movingFromAcceleration(intLE(data, 1, 2), intLE(data, 3, 2), intLE(data, 5, 2));
  else if (kind === KIND.touch) {
    if ((data[1]! & 1) === 1) into.button = "press";
  } else if (kind === KIND.batteryPercent) {
    if (data[1]! <= 100) into.batteryLevel = data[1]!;
  } else if (uintLE(data, 1, 2) > 0) into.batteryMv = uintLE(data, 1, 2);
  into.frame ??= "ela";
  return true;
}

function readTemperature(hundredths: number, into: Telemetry): void {
  if (!NO_TEMPERATURES.includes(hundredths)) into.temperature = hundredths / 100;
}

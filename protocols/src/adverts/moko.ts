import type { Telemetry } from "../message.ts";
import { int16, uint16 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

/** MokoBeacon's service data (0xFF01): battery %(1), iBeacon's fields(6), acceleration x, y, z(2 each). */
const BEACON_BYTES = 13;
/** Proximity beacon: kind, length, status, count, MAC(6), …, battery mV(2). */
const PROXIMITY = 0x02;
const PROXIMITY_MIN_BYTES = 18;
const IN_MOTION = 0x01;
/** BeaconX Pro's frames: information, acceleration, temperature and humidity. */
const BEACON_X = { information: 0x40, acceleration: 0x60, climate: 0x70 } as const;
const BEACON_X_VOLTAGE_AT: Readonly<Record<number, number>> = {
  [BEACON_X.information]: 3,
  [BEACON_X.acceleration]: 12,
  [BEACON_X.climate]: 7,
};
/** More is no humidity, and then the sensor is not there. */
const MAX_HUMIDITY_TENTHS = 1_500;

/** Reads MokoBeacon's service data (TheengsDecoder's Mokobeacon, 1.9). Other lengths are another maker's. */
export function readMokoBeacon(data: Uint8Array, into: Telemetry): void {
  if (data.length !== BEACON_BYTES || data[0]! > 100) return;
  into.batteryLevel = data[0]!;
  const [x, y, z] = [int16(data, 7), int16(data, 9), int16(data, 11)];
  if (x !== 0 || y !== 0 || z !== 0) into.moving = movingFromAcceleration(x, y, z);
  into.frame ??= "moko";
}

/**
 * Reads BeaconX Pro's service data (0xFEAB, TheengsDecoder's MBXPRO @ 832e6248), big-endian: its information with the
 * voltage, its acceleration with the voltage at the end, its temperature and humidity in tenths. The unit of its
 * acceleration is not documented, so whether it moves is not read. False: it is cut short, and nothing was written.
 */
export function readMokoBeaconX(data: Uint8Array, into: Telemetry): boolean {
  const voltageAt = BEACON_X_VOLTAGE_AT[data[0] ?? 0];
  if (voltageAt === undefined) return true;
  if (data.length < voltageAt + 2) return false;
  if (data[0] === BEACON_X.climate) {
    const humidity = uint16(data, 5);
    if (humidity <= MAX_HUMIDITY_TENTHS) {
      into.temperature = int16(data, 3) / 10;
      into.humidity = humidity / 10;
    }
  }
  const batteryMv = uint16(data, voltageAt);
  if (batteryMv > 0) into.batteryMv = batteryMv;
  into.frame ??= "moko";
  return true;
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

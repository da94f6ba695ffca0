import type { Telemetry } from "../message.ts";
import { int16, uint16 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

/** Data formats and their lengths: RAWv1, RAWv2, Ruuvi Air in a legacy advert, and in an extended one. */
const FORMAT_3 = 3;
const FORMAT_5 = 5;
const FORMAT_6 = 6;
const FORMAT_E1 = 0xe1;
const MIN_BYTES: Readonly<Record<number, number>> = { [FORMAT_3]: 14, [FORMAT_5]: 24, [FORMAT_6]: 20, [FORMAT_E1]: 40 };
/** The formats' values for "not available". */
const NO_INT16 = -32_768;
const NO_UINT16 = 0xffff;
const NO_BATTERY = 0x7ff;

/**
 * Reads the data formats 3, 5, 6 and E1 of RuuviTag and Ruuvi Air (company 0x0499, docs.ruuvi.com). Other formats are
 * skipped; false: it is cut short, and nothing was written.
 */
export function readRuuvi(data: Uint8Array, into: Telemetry): boolean {
  const format = data[0] ?? 0;
  const bytes = MIN_BYTES[format];
  if (bytes === undefined) return true;
  if (data.length < bytes) return false;
  into.frame ??= "ruuvi";
  if (format === FORMAT_3) {
    readFormat3(data, into);
    return true;
  }
  const temperature = int16(data, 1);
  if (temperature !== NO_INT16) into.temperature = Math.round(temperature * 0.5) / 100;
  const humidity = uint16(data, 3);
  if (humidity !== NO_UINT16) into.humidity = Math.round(humidity * 0.25) / 100;
  if (format === FORMAT_5) readPower(data, into);
  return true;
}

/** Humidity in halves, degrees with a sign bit, hundredths of a degree, pressure, acceleration in mg, millivolts. */
function readFormat3(data: Uint8Array, into: Telemetry): void {
  into.humidity = data[1]! / 2;
  const degrees = (data[2]! & 0x7f) + data[3]! / 100;
  into.temperature = (data[2]! & 0x80) === 0 ? degrees : -degrees;
  into.moving = movingFromAcceleration(int16(data, 6), int16(data, 8), int16(data, 10));
  const batteryMv = uint16(data, 12);
  if (batteryMv > 0) into.batteryMv = batteryMv;
}

function readPower(data: Uint8Array, into: Telemetry): void {
  const [x, y, z] = [int16(data, 7), int16(data, 9), int16(data, 11)];
  if (x !== NO_INT16 && y !== NO_INT16 && z !== NO_INT16) into.moving = movingFromAcceleration(x, y, z);
  // The rest of the power word is the transmitted power, not the power received at 1 m.
  const battery = uint16(data, 13) >> 5;
  if (battery !== NO_BATTERY) into.batteryMv = battery + 1600;
}

import type { Telemetry } from "../message.ts";
import { int16, uint16 } from "./bigEndian.ts";
import { movingFromAcceleration } from "./motion.ts";

const FORMAT_5 = 5;
const FORMAT_5_BYTES = 24;
/** The format's values for "not available". */
const NO_INT16 = -32_768;
const NO_UINT16 = 0xffff;
const NO_BATTERY = 0x7ff;

/** Reads RuuviTag's data format 5 (company 0x0499). Other formats are skipped; false: it is cut short. */
export function readRuuvi(data: Uint8Array, into: Telemetry): boolean {
  if (data[0] !== FORMAT_5) return true;
  if (data.length < FORMAT_5_BYTES) return false;
  into.frame ??= "ruuvi";
  const temperature = int16(data, 1);
  if (temperature !== NO_INT16) into.temperature = Math.round(temperature * 0.5) / 100;
  const humidity = uint16(data, 3);
  if (humidity !== NO_UINT16) into.humidity = Math.min(100, Math.round(humidity * 0.25) / 100);
  const [x, y, z] = [int16(data, 7), int16(data, 9), int16(data, 11)];
  if (x !== NO_INT16 && y !== NO_INT16 && z !== NO_INT16) into.moving = movingFromAcceleration(x, y, z);
  // The rest of the power word is the transmitted power, not the power received at 1 m.
  const battery = uint16(data, 13) >> 5;
  if (battery !== NO_BATTERY) into.batteryMv = battery + 1600;
  return true;
}

import type { Telemetry } from "../message.ts";
import { int16, uint16 } from "./bigEndian.ts";
import { intLE, uintLE } from "./littleEndian.ts";

/** MAC(6), temperature(2), humidity(1), battery %(1), battery mV(2), counter(1); big-endian. */
const ATC_BYTES = 13;
/** MAC reversed(6), temperature(2), humidity(2), battery mV(2), battery %(1), counter(1), flags(1); little-endian. */
const PVVX_BYTES = 15;

/**
 * Reads the service data (0x181A) of Xiaomi's thermometers with ATC1441's firmware or pvvx's (ATC_MiThermometer README,
 * "Bluetooth Advertising Formats"). Other lengths are another device's Environmental Sensing.
 */
export function readAtc(data: Uint8Array, into: Telemetry): void {
  if (data.length === ATC_BYTES) {
    into.temperature = int16(data, 6) / 10;
    into.humidity = data[8]!;
    write(into, data[9]!, uint16(data, 10));
  } else if (data.length === PVVX_BYTES) {
    into.temperature = intLE(data, 6, 2) / 100;
    into.humidity = uintLE(data, 8, 2) / 100;
    write(into, data[12]!, uintLE(data, 10, 2));
  }
}

function write(into: Telemetry, percent: number, millivolts: number): void {
  if (percent <= 100) into.batteryLevel = percent;
  if (millivolts > 0) into.batteryMv = millivolts;
  into.frame ??= "atc";
}

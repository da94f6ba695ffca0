import type { Telemetry } from "../message.ts";
import { intLE, uintLE } from "./littleEndian.ts";

/** Characteristics that some tags send as service data, and the Battery Service (Bluetooth Assigned Numbers 3.4, 3.8). */
export const GATT = { batteryService: 0x180f, battery: 0x2a19, temperature: 0x2a6e, humidity: 0x2a6f } as const;
/** Not known, as in GATT; and the value of a broken probe of ELA (TheengsDecoder 2.5, SE_TEMP). */
export const NO_TEMPERATURES: readonly number[] = [-0x8000, 0x7fff];
const NO_HUMIDITY = 0xffff;

/**
 * Reads a characteristic (GATT Specification Supplement 3.33, 3.114, 3.218): battery in %, temperature and humidity in
 * hundredths; ELA's tags send whole percents of humidity in one byte. Other lengths are something else.
 */
export function readGatt(characteristic: number, data: Uint8Array, into: Telemetry): void {
  const isByte = data.length === 1;
  if (characteristic === GATT.battery || characteristic === GATT.batteryService) {
    if (isByte && data[0]! <= 100) into.batteryLevel = data[0]!;
  } else if (characteristic === GATT.temperature) {
    const temperature = data.length === 2 ? intLE(data, 0, 2) : NO_TEMPERATURES[0]!;
    if (!NO_TEMPERATURES.includes(temperature)) into.temperature = temperature / 100;
  } else if (isByte) {
    if (data[0]! !== 0xff) into.humidity = data[0]!;
  } else if (data.length === 2 && uintLE(data, 0, 2) !== NO_HUMIDITY) into.humidity = uintLE(data, 0, 2) / 100;
}

import type { Telemetry } from "../message.ts";
import { isAltBeacon, readAltBeacon } from "./altbeacon.ts";
import { int8 } from "./bigEndian.ts";
import { readBTHome } from "./bthome.ts";
import { readEddystone } from "./eddystone.ts";
import { bytesFromHex } from "./hex.ts";
import { readApple } from "./ibeacon.ts";
import { KSENSOR_FRAME, readKSensor, readSystem, SYSTEM_FRAME } from "./ksensor.ts";
import { readMinew } from "./minewFrame.ts";
import { readRuuvi } from "./ruuvi5.ts";

/** AD types of the structures that hold frames (Bluetooth Assigned Numbers 2.3). */
const SERVICE_DATA_16 = 0x16;
const MANUFACTURER_DATA = 0xff;
const COMPANY_APPLE = 0x004c;
const COMPANY_KKM = 0x0a53;
const COMPANY_RUUVI = 0x0499;
const SERVICE_EDDYSTONE = 0xfeaa;
const SERVICE_BTHOME = 0xfcd2;
const SERVICE_MINEW = 0xffe1;
/** KKM: one byte of battery % in the scan response. */
const SERVICE_KKM_BATTERY = 0x2080;
/** KKM's older firmware: battery %, temperature, humidity, a byte each. */
const SERVICE_KKM_OLD = 0xfff6;

/**
 * Reads what the hex of a raw advert says about its tracker, into `into`.
 * Returns null if all went well, else what is wrong; unknown frames are skipped.
 */
export function readAdvertHex(hex: string, into: Telemetry): string | null {
  const bytes = bytesFromHex(hex);
  return bytes === null ? "the advert's data is not hex" : readAdvertBytes(bytes, into);
}

/**
 * The same from bytes: AD structures of length(1) type(1) data(length - 1), Bluetooth Core 5.4 Vol 3 Part C 11.
 * A length of zero ends them early (padding).
 */
export function readAdvertBytes(bytes: Uint8Array, into: Telemetry): string | null {
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const end = at + 1 + (bytes[at] ?? 0);
    if (end > bytes.length) return "the advert's data is cut short";
    const type = bytes[at + 1];
    // Views cost more than everything else in an advert, so flags and names get none.
    if (type === SERVICE_DATA_16 || type === MANUFACTURER_DATA) {
      if (end - at < 4) return "a frame of the advert is cut short";
      const id = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
      const frame = bytes.subarray(at + 4, end);
      const isRead =
        type === SERVICE_DATA_16 ? readServiceData(id, frame, into) : readManufacturerData(id, frame, into);
      if (!isRead) return "a frame of the advert is cut short";
    }
    at = end;
  }
  return null;
}

function readServiceData(service: number, frame: Uint8Array, into: Telemetry): boolean {
  if (service === SERVICE_EDDYSTONE) {
    const isOfKkm = readKkmFrame(frame, into);
    if (isOfKkm !== null) return isOfKkm;
    into.frame ??= "eddystone";
    return readEddystone(frame, into);
  }
  if (service === SERVICE_BTHOME) return readBTHome(frame, into);
  if (service === SERVICE_MINEW) return readMinew(frame, into);
  if (service === SERVICE_KKM_BATTERY) {
    if (frame.length < 1) return false;
    readPercent(frame, into);
  } else if (service === SERVICE_KKM_OLD) {
    if (frame.length < 3) return false;
    readPercent(frame, into);
    into.temperature = int8(frame, 1);
    const humidity = frame[2] ?? 0;
    if (humidity <= 100) into.humidity = humidity;
  }
  return true;
}

function readManufacturerData(company: number, data: Uint8Array, into: Telemetry): boolean {
  if (company === COMPANY_APPLE) {
    if (data[0] === 0x02 && data[1] === 0x15) into.frame ??= "ibeacon";
    return readApple(data, into);
  }
  if (company === COMPANY_RUUVI) return readRuuvi(data, into);
  if (isAltBeacon(data)) return readAltBeacon(data, into);
  if (company === COMPANY_KKM) return readKkmFrame(data, into) ?? true;
  return true;
}

/** Null if the frame is not one of KKM's. */
function readKkmFrame(frame: Uint8Array, into: Telemetry): boolean | null {
  if (frame[0] !== KSENSOR_FRAME && frame[0] !== SYSTEM_FRAME) return null;
  into.frame ??= "kkm";
  return frame[0] === KSENSOR_FRAME ? readKSensor(frame, into) : readSystem(frame, into);
}

function readPercent(frame: Uint8Array, into: Telemetry): void {
  const batteryLevel = frame[0] ?? 0;
  if (batteryLevel <= 100) into.batteryLevel = batteryLevel;
}

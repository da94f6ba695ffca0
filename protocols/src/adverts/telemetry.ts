import type { Telemetry } from "../message.ts";
import { AD_MANUFACTURER_DATA, AD_SERVICE_DATA_16, type AdStructure, adStructures } from "./adStructures.ts";
import { int8 } from "./bigEndian.ts";
import { readEddystone } from "./eddystone.ts";
import { bytesFromHex } from "./hex.ts";
import { readApple } from "./ibeacon.ts";
import { KSENSOR_FRAME, readKSensor, readSystem, SYSTEM_FRAME } from "./ksensor.ts";

const COMPANY_APPLE = 0x004c;
const COMPANY_KKM = 0x0a53;
const SERVICE_EDDYSTONE = 0xfeaa;
/** KKM: one byte of battery % in the scan response. */
const SERVICE_KKM_BATTERY = 0x2080;
/** KKM's older firmware: battery %, temperature, humidity, a byte each. */
const SERVICE_KKM_OLD = 0xfff6;

/**
 * Reads what the hex of a raw advert tells of its tracker, into `into`.
 * Returns null where all went well, else what is wrong with it; unknown frames are passed over.
 */
export function readAdvertHex(hex: string, into: Telemetry): string | null {
  const bytes = bytesFromHex(hex);
  if (bytes === null) return "the advert's data is not hex";
  const structures = adStructures(bytes);
  if (structures === null) return "the advert's data is cut short";
  for (const structure of structures) if (!readStructure(structure, into)) return "a frame of the advert is cut short";
  return null;
}

function readStructure({ type, data }: AdStructure, into: Telemetry): boolean {
  if (type !== AD_SERVICE_DATA_16 && type !== AD_MANUFACTURER_DATA) return true;
  if (data.length < 2) return false;
  const id = (data[0] ?? 0) | ((data[1] ?? 0) << 8);
  const frame = data.subarray(2);
  return type === AD_SERVICE_DATA_16 ? readServiceData(id, frame, into) : readManufacturerData(id, frame, into);
}

function readServiceData(service: number, frame: Uint8Array, into: Telemetry): boolean {
  if (service === SERVICE_EDDYSTONE) return readKkmFrame(frame, into) ?? readEddystone(frame, into);
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
  if (company === COMPANY_APPLE) return readApple(data, into);
  if (company === COMPANY_KKM) return readKkmFrame(data, into) ?? true;
  return true;
}

/** Null where the frame is none of KKM's. */
function readKkmFrame(frame: Uint8Array, into: Telemetry): boolean | null {
  if (frame[0] === KSENSOR_FRAME) return readKSensor(frame, into);
  if (frame[0] === SYSTEM_FRAME) return readSystem(frame, into);
  return null;
}

function readPercent(frame: Uint8Array, into: Telemetry): void {
  const batteryLevel = frame[0] ?? 0;
  if (batteryLevel <= 100) into.batteryLevel = batteryLevel;
}

import type { Telemetry } from "../message.ts";
import { isAltBeacon, readAltBeacon } from "./altbeacon.ts";
import { int8 } from "./bigEndian.ts";
import { readAtc } from "./atc.ts";
import { readBTHome } from "./bthome.ts";
import { readBTHome1 } from "./bthome1.ts";
import { readEddystone } from "./eddystone.ts";
import { readEla } from "./ela.ts";
import { GATT, readGatt } from "./gatt.ts";
import { bytesFromHex } from "./hex.ts";
import { readApple } from "./ibeacon.ts";
import { KSENSOR_FRAME, readKSensor, readSystem, SYSTEM_FRAME } from "./ksensor.ts";
import { readMinew } from "./minewFrame.ts";
import { readMoko, readMokoBeacon, readMokoBeaconX } from "./moko.ts";
import { readRuuvi } from "./ruuvi.ts";

/** AD types of the structures that hold frames (Bluetooth Assigned Numbers 2.3). */
const SERVICE_DATA_16 = 0x16;
const MANUFACTURER_DATA = 0xff;
const COMPANY_APPLE = 0x004c;
const COMPANY_KKM = 0x0a53;
const COMPANY_RUUVI = 0x0499;
const COMPANY_ELA = 0x0757;
const COMPANY_MOKO = 0x0a62;
const SERVICE_EDDYSTONE = 0xfeaa;
const SERVICE_BTHOME = 0xfcd2;
const SERVICE_BTHOME_1 = 0x181c;
/** Environmental Sensing, which two firmwares of Xiaomi's thermometers use for their own formats. */
const SERVICE_ATC = 0x181a;
const SERVICE_MOKO = 0xff01;
const SERVICE_MOKO_X = 0xfeab;
const SERVICE_MINEW = 0xffe1;
/** KKM: one byte of battery % in the scan response. */
const SERVICE_KKM_BATTERY = 0x2080;
/**
 * KKM's older firmware: battery %, temperature, humidity, a byte each. The UUID belongs to Matter, whose commissionable
 * devices send 8 bytes or more (Matter Core 1.2, 5.4.2.5.6).
 */
const SERVICE_KKM_OLD = 0xfff6;
const KKM_OLD_BYTES = 3;

const CUT_SHORT = "the advert's data is cut short";
const FRAME_CUT_SHORT = "a frame of the advert is cut short";
/** A 16-bit UUID in any notation, also within Bluetooth's base UUID. */
const UUID16 = /^(?:0x|0000)?([0-9a-f]{4})(?:-0000-1000-8000-00805f9b34fb)?$/i;
const NOT_HEX = "the advert's data is not hex";

/**
 * Reads what the hex of a raw advert says about its tracker, into `into`. Unknown frames are skipped; what is broken
 * is left out and named in `into.flaw`.
 */
export function readAdvertHex(hex: string, into: Telemetry): void {
  const bytes = bytesFromHex(hex);
  if (bytes !== null) return readAdvertBytes(bytes, into);
  // Whole bytes before the first character that is no digit.
  const digits = /^[0-9a-f]*/i.exec(hex)![0];
  readAdvertBytes(bytesFromHex(digits.slice(0, digits.length - (digits.length % 2)))!, into);
  into.flaw = NOT_HEX;
}

/** The same where a message holds the data under a key, if it does. */
export function readAdvertData(data: unknown, into: Telemetry): void {
  if (typeof data === "string") readAdvertHex(data, into);
  else if (data !== undefined && data !== null) into.flaw = NOT_HEX;
}

/**
 * The same from bytes: AD structures of length(1) type(1) data(length - 1), Bluetooth Core 5.4 Vol 3 Part C 11.
 * A length of zero ends them early (padding).
 */
export function readAdvertBytes(bytes: Uint8Array, into: Telemetry): void {
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const end = at + 1 + (bytes[at] ?? 0);
    if (end > bytes.length) {
      into.flaw = CUT_SHORT;
      return;
    }
    const type = bytes[at + 1];
    // Views cost more than everything else in an advert, so flags and names get none.
    if (type === SERVICE_DATA_16 || type === MANUFACTURER_DATA) {
      if (end - at < 4) into.flaw = FRAME_CUT_SHORT;
      else {
        const id = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
        const frame = bytes.subarray(at + 4, end);
        const isRead =
          type === SERVICE_DATA_16 ? readServiceData(id, frame, into) : readManufacturerData(id, frame, into);
        if (!isRead) into.flaw = FRAME_CUT_SHORT;
      }
    }
    at = end;
  }
}

/** Service data as a gateway passes it on without its structure: the UUID and the data in hex. */
export function readServiceHex(uuid: string, hex: string, into: Telemetry): void {
  const service = UUID16.exec(uuid)?.[1];
  const bytes = bytesFromHex(hex);
  if (service === undefined) return;
  if (bytes === null) into.flaw = NOT_HEX;
  else if (!readServiceData(Number.parseInt(service, 16), bytes, into)) into.flaw = FRAME_CUT_SHORT;
}

/** The same for manufacturer data, which begins with the company. */
export function readManufacturerHex(hex: string, into: Telemetry): void {
  const bytes = bytesFromHex(hex);
  if (bytes === null) into.flaw = NOT_HEX;
  else if (bytes.length < 2 || !readManufacturerData(bytes[0]! | (bytes[1]! << 8), bytes.subarray(2), into))
    into.flaw = FRAME_CUT_SHORT;
}

/** Reads one frame. False: it is cut short, and then nothing of it was written. */
function readServiceData(service: number, frame: Uint8Array, into: Telemetry): boolean {
  switch (service) {
    case SERVICE_EDDYSTONE: {
      const isOfKkm = readKkmFrame(frame, into);
      if (isOfKkm !== null) return isOfKkm;
      if (!readEddystone(frame, into)) return false;
      into.frame ??= "eddystone";
      return true;
    }
    case SERVICE_BTHOME:
      return readBTHome(frame, into);
    case SERVICE_BTHOME_1:
      return readBTHome1(frame, into);
    case SERVICE_MINEW:
      return readMinew(frame, into);
    case SERVICE_KKM_BATTERY:
      if (frame.length < 1) return false;
      readPercent(frame, into);
      return true;
    case SERVICE_KKM_OLD:
      return readOldKkm(frame, into);
    case SERVICE_ATC:
      readAtc(frame, into);
      return true;
    case SERVICE_MOKO:
      readMokoBeacon(frame, into);
      return true;
    case SERVICE_MOKO_X:
      return readMokoBeaconX(frame, into);
    case GATT.batteryService:
    case GATT.battery:
    case GATT.temperature:
    case GATT.humidity:
      readGatt(service, frame, into);
      return true;
    default:
      return true;
  }
}

function readOldKkm(frame: Uint8Array, into: Telemetry): boolean {
  if (frame.length > KKM_OLD_BYTES) return true;
  if (frame.length < KKM_OLD_BYTES) return false;
  readPercent(frame, into);
  into.temperature = int8(frame, 1);
  const humidity = frame[2] ?? 0;
  if (humidity <= 100) into.humidity = humidity;
  return true;
}

function readManufacturerData(company: number, data: Uint8Array, into: Telemetry): boolean {
  if (company === COMPANY_APPLE) {
    if (!readApple(data, into)) return false;
    if (data[0] === 0x02 && data[1] === 0x15) into.frame ??= "ibeacon";
    return true;
  }
  if (company === COMPANY_RUUVI) return readRuuvi(data, into);
  if (isAltBeacon(data)) return readAltBeacon(data, into);
  if (company === COMPANY_KKM) return readKkmFrame(data, into) ?? true;
  if (company === COMPANY_ELA) return readEla(data, into);
  if (company === COMPANY_MOKO) return readMoko(data, into);
  return true;
}

/** Null if the frame is not one of KKM's. */
function readKkmFrame(frame: Uint8Array, into: Telemetry): boolean | null {
  if (frame[0] !== KSENSOR_FRAME && frame[0] !== SYSTEM_FRAME) return null;
  if (!(frame[0] === KSENSOR_FRAME ? readKSensor(frame, into) : readSystem(frame, into))) return false;
  into.frame ??= "kkm";
  return true;
}

function readPercent(frame: Uint8Array, into: Telemetry): void {
  const batteryLevel = frame[0] ?? 0;
  if (batteryLevel <= 100) into.batteryLevel = batteryLevel;
}

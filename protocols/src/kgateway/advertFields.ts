import { EDDYSTONE_LOSS_TO_1M_DB } from "../adverts/eddystone.ts";
import { movingFromAcceleration } from "../adverts/motion.ts";
import { readAdvertData } from "../adverts/telemetry.ts";
import { eddystoneUidOf, ibeaconOf } from "../beaconIds.ts";
import type { Telemetry } from "../message.ts";
import { type Fields, parseNumber } from "../payload.ts";

/** The gateway's own bitmask of frame types in `type` (gateways.md 1.3); not the slot types of the tracker's settings. */
export const FRAME = { ksensor: 1, uid: 2, ibeacon: 4, tlm: 8, url: 16, unknown: 32, shelfLabel: 64 } as const;

const POWER_KEYS = ["refpower", "refPwr"] as const;

/**
 * Reads what one object of `advData` says about its tracker, into `into`: the keys the gateway decoded itself and the
 * raw `data1` and `data2` (scan response). It goes by the keys and not by `type` alone, which older firmware leaves out.
 */
export function readAdvertFields(fields: Fields, into: Telemetry): void {
  readBattery(fields, into);
  const temperature = parseNumber(fields["temp"]);
  if (temperature !== null && temperature > -128 && temperature < 1000) into.temperature = temperature;
  const humidity = parseNumber(fields["hum"]);
  if (humidity !== null && humidity >= 0 && humidity <= 100) into.humidity = humidity;
  readAcceleration(fields, into);
  readMeasuredPower(fields, into);
  readIdentity(fields, into);
  readAdvertData(fields["data1"], into);
  readAdvertData(fields["data2"], into);
}

function readIdentity(fields: Fields, into: Telemetry): void {
  if (fields["uuid"] !== undefined) {
    const ibeacon = ibeaconOf(fields["uuid"], fields["majorID"], fields["minorID"]);
    if (ibeacon !== undefined) into.ibeacon = ibeacon;
  } else if (fields["nid"] !== undefined) {
    const uid = eddystoneUidOf(fields["nid"], fields["sid"]);
    if (uid !== undefined) into.eddystoneUid = uid;
  }
}

function readBattery(fields: Fields, into: Telemetry): void {
  // `vatt` is the shelf label's spelling [VENDOR K4].
  const batteryMv = parseNumber(fields["vbatt"] ?? fields["vatt"]);
  if (batteryMv !== null && batteryMv > 0 && batteryMv < 65_536) into.batteryMv = Math.round(batteryMv);
}

function readAcceleration(fields: Fields, into: Telemetry): void {
  if (fields["type"] !== FRAME.ksensor || fields["x"] === undefined) return;
  const [x, y, z] = [parseNumber(fields["x"]), parseNumber(fields["y"]), parseNumber(fields["z"])];
  if (x !== null && y !== null && z !== null) into.moving = movingFromAcceleration(x, y, z);
}

/** `refPwr` of UID and URL is at 0 m, `refpower` of iBeacon at 1 m; the frame decides, as firmware mixes the keys. */
function readMeasuredPower(fields: Fields, into: Telemetry): void {
  for (const key of POWER_KEYS) {
    const power = parseNumber(fields[key]);
    if (power === null || power < -127 || power > 20) continue;
    into.measuredPower = isAtZeroMetres(fields, key) ? power - EDDYSTONE_LOSS_TO_1M_DB : power;
    return;
  }
}

function isAtZeroMetres(fields: Fields, key: string): boolean {
  const type = fields["type"];
  if (type === FRAME.ibeacon || fields["uuid"] !== undefined) return false;
  if (type === FRAME.uid || type === FRAME.url) return true;
  return key === "refPwr";
}

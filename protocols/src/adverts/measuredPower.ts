import { MAX_RSSI_DBM, type Telemetry } from "../message.ts";

/**
 * Writes a beacon's stated power at 1 m, dBm. Some beacons fill that byte with something else, a BM2 with its
 * battery in % (TheengsDecoder 2.5): what no receiver can hear is no power.
 */
export function readMeasuredPower(dbm: number, into: Telemetry): void {
  if (dbm <= MAX_RSSI_DBM) into.measuredPower = dbm;
}

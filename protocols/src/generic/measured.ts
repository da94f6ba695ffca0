import type { Advert } from "../message.ts";
import { type Fields, parseNumber } from "../payload.ts";

/** The standard deviation assumed if none is given: that of a careful receiver. */
const DEFAULT_RANGE_SD_M = 1;
const DEFAULT_ANGLE_SD_DEG = 10;

/**
 * Reads `range_m`, `range_sd_m`, `azimuth_deg`, `elevation_deg`, `angle_sd_deg` and `rssi_filtered` of an advert in our own
 * message (docs/dialects.md), into `into`. Returns what is wrong, in words, or null.
 */
export function readMeasured(fields: Fields, into: Advert): string | null {
  const read = (key: string, min: number, max: number): number | null | undefined => {
    const given = fields[key];
    if (given === undefined || given === null) return undefined;
    const value = parseNumber(given);
    return value !== null && value >= min && value <= max ? value : null;
  };
  const m = read("range_m", 0, 1000);
  const sdM = read("range_sd_m", 0.01, 1000);
  const azimuthDeg = read("azimuth_deg", 0, 360);
  const elevationDeg = read("elevation_deg", -90, 90);
  const sdDeg = read("angle_sd_deg", 0.1, 180);
  if (m === null) return "range_m is not a number from 0 to 1000";
  if (sdM === null) return "range_sd_m is not a number from 0.01 to 1000";
  if (azimuthDeg === null) return "azimuth_deg is not a number from 0 to 360";
  if (elevationDeg === null) return "elevation_deg is not a number from -90 to 90";
  if (sdDeg === null) return "angle_sd_deg is not a number from 0.1 to 180";
  if (m !== undefined) into.range = { m, sdM: sdM ?? DEFAULT_RANGE_SD_M };
  if (azimuthDeg !== undefined)
    into.angle = { azimuthDeg, elevationDeg: elevationDeg ?? null, sdDeg: sdDeg ?? DEFAULT_ANGLE_SD_DEG };
  if (fields["rssi_filtered"] === true) into.smoothed = true;
  return null;
}

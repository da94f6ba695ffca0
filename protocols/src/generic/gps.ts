import type { GpsReading } from "../message.ts";
import { isFields } from "../payload.ts";

/** A larger radius says nothing about a place, and one beyond a float's range could not be stored, metres. */
const WORST_ACCURACY_M = 100_000;
const LOWEST_M = -1000;
const HIGHEST_M = 10_000;

/** Reads `{lat, lon, accuracy, elevation?}` (shapes.md S10). Undefined: nothing was sent. */
export function readGps(value: unknown): GpsReading | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) return { rejected: "gps is not an object" };
  const lat = within(value["lat"], -90, 90);
  const lon = within(value["lon"], -180, 180);
  if (lat === null) return { rejected: "gps.lat is not a number from -90 to 90" };
  if (lon === null) return { rejected: "gps.lon is not a number from -180 to 180" };
  // Receivers without a position report this, and in the product it means "not placed".
  if (lat === 0 && lon === 0) return { rejected: "gps is at 0,0: the receiver has no position" };
  const accuracyM = within(value["accuracy"], 0, WORST_ACCURACY_M);
  if (accuracyM === null || accuracyM === 0)
    return { rejected: `gps.accuracy is not a number above 0, up to ${WORST_ACCURACY_M}` };
  const reported = value["elevation"];
  if (reported === undefined || reported === null) return { lat, lon, accuracyM, elevationM: null };
  const elevationM = within(reported, LOWEST_M, HIGHEST_M);
  if (elevationM === null) return { rejected: `gps.elevation is not a number from ${LOWEST_M} to ${HIGHEST_M}` };
  return { lat, lon, accuracyM, elevationM };
}

function within(value: unknown, min: number, max: number): number | null {
  return typeof value === "number" && value >= min && value <= max ? value : null;
}

import type { GpsReading } from "../message.ts";
import { UndecodableMessage } from "../message.ts";
import { parseObject } from "../payload.ts";
import { readGps } from "../generic/gps.ts";

/** What a tracker says of itself (shapes.md S10), on pulse/v1/trackers/{mqtt_guid}/up. */
export interface TrackerMessage {
  /** Null: it told no position. */
  gps: GpsReading | null;
  /** Percent, 0…100; null: not told, or no percentage. */
  batteryLevel: number | null;
  /** How many beacons it says it hears. */
  scans: number;
}

/**
 * Reads a tracker's own message. Its `at` is let by: age and order go by arrival.
 * @throws {UndecodableMessage} where the payload is no JSON object, or `scans` is no list
 */
export function decodeTracker(payload: Uint8Array): TrackerMessage {
  const message = parseObject(payload);
  const scans = message["scans"] ?? [];
  if (!Array.isArray(scans)) throw new UndecodableMessage('"scans" is not an array');
  const battery = message["battery_level"];
  return {
    gps: readGps(message["gps"]) ?? null,
    batteryLevel: typeof battery === "number" && battery >= 0 && battery <= 100 ? Math.round(battery) : null,
    scans: scans.length,
  };
}

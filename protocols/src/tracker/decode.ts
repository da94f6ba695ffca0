import type { GpsReading } from "../message.ts";
import { UndecodableMessage } from "../message.ts";
import { parseObject } from "../payload.ts";
import { readGps } from "../generic/gps.ts";

/** What a tracker says about itself (shapes.md S10), on pulse/v1/trackers/{mqtt_guid}/up. */
export interface TrackerMessage {
  /** Null: it gave no position. */
  gps: GpsReading | null;
  /** Percent, 0…100; null: not given, or not a percentage. */
  batteryLevel: number | null;
  /** How many beacons it says it hears. */
  scans: number;
}

/**
 * Reads a tracker's own message. Ignores its `at`: age and order go by arrival.
 * @throws {UndecodableMessage} if the payload is not a JSON object, or `scans` is not a list
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

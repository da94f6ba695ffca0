import { decodeTracker, type TrackerMessage } from "@pulse/protocols/tracker/decode";
import type { Bus } from "../../platform/bus/bus.ts";
import type { IngestCounters } from "./counters.ts";
import type { DeviceStatus } from "./deviceStatus.ts";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";

/** @param message its payload, when it arrived by our clock, ms, and its position in the log */
export type TrackerIngest = (
  tracker: RegisteredTracker,
  message: { payload: Uint8Array; atMs: number; position: number },
) => void;

/**
 * Takes what a tracker reports: its place goes to the bus, its battery to its status. Order and age follow from its
 * arrival. The beacons that it hears are only counted, since a moving receiver says nothing about where they are.
 */
export function trackerIngest(parts: {
  bus: Bus;
  counters: Pick<IngestCounters, "count" | "complain">;
  status: Pick<DeviceStatus, "trackerReported">;
  /** Whether a tracker is located here. */
  isLocated(tracker: RegisteredTracker, position: number): boolean;
}): TrackerIngest {
  const { bus, counters, status } = parts;
  return (tracker, { payload, atMs, position }) => {
    counters.count("message");
    let message: TrackerMessage;
    try {
      message = decodeTracker(payload);
    } catch (error) {
      counters.complain(
        "undecodable",
        `tracker ${tracker.guid}: ${error instanceof Error ? error.message : String(error)}`,
      );
      return;
    }
    status.trackerReported(tracker.id, atMs, message.batteryLevel);
    if (message.scans > 0) counters.count("scan_of_tracker", message.scans);
    const { gps } = message;
    if (gps === null) return;
    if ("rejected" in gps) {
      counters.complain("gps_rejected", `tracker ${tracker.guid}: ${gps.rejected}`);
      return;
    }
    counters.count("gps");
    if (parts.isLocated(tracker, position))
      bus.publish("trackerPlaces", { siteId: tracker.siteId, trackerId: tracker.id, atMs, ...gps });
  };
}

import { decodeTracker, type TrackerMessage } from "@pulse/protocols/tracker/decode";
import type { IncomingMessage } from "../adapters/broker/broker.ts";
import type { Bus } from "../adapters/bus/bus.ts";
import type { IngestCounters } from "./counters.ts";
import type { DeviceStatus } from "./deviceStatus.ts";
import type { KnownDevices } from "./knownDevices.ts";

/**
 * What a tracker tells of itself: its place onto the bus, its battery to its status. Order and age go by arrival. The
 * beacons it hears are counted and left out: nothing says what a place that moves would tell of theirs.
 */
export function trackerIngest(parts: {
  bus: Bus;
  devices: Pick<KnownDevices, "trackerById">;
  counters: IngestCounters;
  status: Pick<DeviceStatus, "trackerSaid">;
}): (message: IncomingMessage) => void {
  const { bus, devices, counters, status } = parts;
  return ({ client, payload, atMs }) => {
    const tracker = devices.trackerById(client.id);
    if (tracker === undefined) return;
    counters.count("message");
    let said: TrackerMessage;
    try {
      said = decodeTracker(payload);
    } catch (error) {
      counters.complain("undecodable", `${client.name}: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    status.trackerSaid(tracker.id, atMs, said.batteryLevel);
    if (said.scans > 0) counters.count("scan_of_tracker", said.scans);
    const { gps } = said;
    if (gps === null) return;
    if ("rejected" in gps) {
      counters.complain("gps_rejected", `${client.name}: ${gps.rejected}`);
      return;
    }
    counters.count("gps");
    bus.publish("trackerPlaces", { siteId: tracker.siteId, trackerId: tracker.id, atMs, ...gps });
  };
}

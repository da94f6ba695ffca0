import type { LocationUpdate } from "@pulse/contract/live";
import type { Bus } from "../adapters/bus/bus.ts";
import type { PositionWriter } from "../history/positionWriter.ts";
import type { SightingWriter } from "../history/sightingWriter.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import type { KnownDevices } from "../ingest/knownDevices.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { locationUpdate } from "./locationUpdate.ts";

/** From the bus to those who keep and those who watch: each fix is written down, and shown unless it is too uncertain. */
export function livePath(parts: {
  bus: Bus;
  sites: Pick<SiteModels, "ready">;
  devices: Pick<KnownDevices, "trackerById">;
  status: Pick<DeviceStatus, "battery">;
  positions: Pick<PositionWriter, "add">;
  sightings: Pick<SightingWriter, "add">;
  show(siteId: string, update: LocationUpdate): void;
}): () => void {
  const { sites, devices, status, positions, sightings } = parts;

  const stopFixes = parts.bus.subscribe("fixes", (fixes) => {
    for (const located of fixes) {
      const { fix, siteId, trackerId, lat, lon } = located;
      const site = sites.ready(siteId);
      // Archived between the sighting and the fix: nobody's position any more (decisions C35).
      const tracker = devices.trackerById(trackerId);
      if (!site || !tracker) continue;
      positions.add({
        trackerId,
        assetId: tracker.asset?.id ?? null,
        siteId,
        buildingId: site.floors.get(fix.floor)?.buildingId ?? null,
        floorId: fix.floor || null,
        atMs: fix.atMs,
        lat,
        lon,
        elevation: fix.elevationM,
        accuracy: fix.accuracyM,
        accuracyOuter: fix.accuracyOuterM,
        mechanism: fix.mechanism,
        moving: fix.moving,
        nearestHardwareId: fix.nearest?.anchorId ?? null,
        nearestDis: fix.nearest?.distanceM ?? null,
        signalStrength: fix.nearest ? Math.round(fix.nearest.rssi) : null,
        shown: fix.shown,
      });
      if (fix.shown)
        parts.show(siteId, locationUpdate(located, tracker, site, status.battery(trackerId) ?? tracker.batteryLevel));
    }
  });

  const stopSightings = parts.bus.subscribe("sightings", (batch) => {
    for (const { trackerId, rssi, atMs } of batch.sightings)
      sightings.add(
        {
          trackerId,
          hardwareId: batch.hardwareId,
          assetId: devices.trackerById(trackerId)?.asset?.id ?? null,
          rssi,
          atMs,
        },
        batch.position,
      );
  });

  return () => {
    stopFixes();
    stopSightings();
  };
}

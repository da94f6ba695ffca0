import type { LocationUpdate } from "@pulse/contract/live";
import type { Bus, LocatedFix } from "../../platform/bus/bus.ts";
import type { Fencing } from "../fencing/fencing.ts";
import { gapMs } from "../history/positionFold.ts";
import type { PositionWriter } from "../history/positionWriter.ts";
import type { SightingWriter } from "../history/sightingWriter.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import type { DeviceRegistry } from "../ingest/deviceRegistry.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { AssetFusion } from "./assetFusion.ts";
import { fusedFix, storeFix, knownFix, sectionedFix, publishFix } from "./fixStages.ts";

/** The stages that follow a fix, in this order, and those that follow a sighting. */
export function livePath(parts: {
  bus: Bus;
  scope: LogScope;
  sites: Pick<SiteModels, "ready">;
  devices: Pick<DeviceRegistry, "trackerById">;
  status: Pick<DeviceStatus, "battery">;
  fusion: AssetFusion;
  fences: Pick<Fencing, "process">;
  positions: Pick<PositionWriter, "add">;
  sightings: Pick<SightingWriter, "add">;
  show(siteId: string, update: LocationUpdate): void;
}): () => void {
  const { devices, fusion, positions, sightings } = parts;
  const shown = { battery: parts.status.battery, show: parts.show };

  const follow = (located: LocatedFix): void => {
    // 1. Whose it is: the tracker and the site must be known now.
    const known = knownFix(parts, located);
    if (known === null) return;
    // 2. The asset: one of its trackers says where it is.
    const fused = fusedFix(fusion, parts.scope, known);
    // 3. Places: the building, the floor, and the fences that the asset is in.
    const sectioned = sectionedFix(parts.fences, fused);
    // 4. History.
    storeFix(positions, sectioned);
    // 5. People who watch now.
    publishFix(shown, sectioned);
  };
  const stopFixes = parts.bus.subscribe("fixes", (fixes) => {
    for (const located of fixes) follow(located);
  });

  const stopSightings = parts.bus.subscribe("sightings", (batch) => {
    for (const { trackerId, rssi, atMs } of batch.sightings)
      sightings.add(
        {
          trackerId,
          gatewayId: batch.gatewayId,
          assetId: devices.trackerById(trackerId)?.asset?.id ?? null,
          rssi,
          atMs,
          ...(batch.receivedMs - atMs > gapMs ? { lateUntilMs: batch.receivedMs } : {}),
        },
        batch.position,
      );
  });

  return () => {
    stopFixes();
    stopSightings();
  };
}

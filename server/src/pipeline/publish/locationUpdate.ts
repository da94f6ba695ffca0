import type { LocationUpdate } from "@pulse/contract/live";
import { servedMetres, servedPlace, servedRoom } from "../../platform/http/servedDigits.ts";
import type { SectionedFix } from "./stagedFix.ts";

/** A fix as sockets and MQTT listeners receive it. */
export function locationUpdate(
  { located, tracker, site, asset, sections, room }: SectionedFix,
  batteryLevel: number | null,
): LocationUpdate {
  const { fix } = located;
  const nearest = fix.nearest && site.gateways.get(fix.nearest.anchorId);
  return {
    guid: tracker.guid,
    pulseAssetGuid: asset?.guid ?? null,
    assetId: asset?.id ?? null,
    trackerId: tracker.id,
    ...servedPlace(located),
    elevation: servedMetres(fix.elevationM),
    floorId: fix.floor || null,
    accuracy: servedMetres(fix.accuracyM),
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: fix.nearest ? servedMetres(fix.nearest.distanceM) : null,
    signalStrength: fix.nearest ? Math.round(fix.nearest.rssi) : null,
    batteryLevel,
    lastUpdated: new Date(fix.atMs).toISOString(),
    room: servedRoom(room),
    sections,
  };
}

import type { LocationUpdate } from "@pulse/contract/live";
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
    lat: round(located.lat, 8),
    lon: round(located.lon, 8),
    elevation: round(fix.elevationM, 2),
    floorId: fix.floor || null,
    accuracy: round(fix.accuracyM, 2),
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: fix.nearest ? round(fix.nearest.distanceM, 2) : null,
    signalStrength: fix.nearest ? Math.round(fix.nearest.rssi) : null,
    batteryLevel,
    lastUpdated: new Date(fix.atMs).toISOString(),
    room: room && { ...room, probability: round(room.probability, 3) },
    sections,
  };
}

// The eighth decimal of a degree is a millimetre; more digits are noise.
function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

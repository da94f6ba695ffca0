import type { LocationUpdate } from "@pulse/contract/live";
import type { LocatedFix } from "../../platform/bus/bus.ts";
import { isInScope, type LogScope } from "../../platform/log/logScope.ts";
import type { PositionWriter } from "../history/positionWriter.ts";
import type { DeviceRegistry } from "../ingest/deviceRegistry.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { AssetFusion } from "./assetFusion.ts";
import type { Fencing } from "../fencing/fencing.ts";
import type { FusedFix, KnownFix, SectionedFix } from "./stagedFix.ts";
import { namedRoom } from "../places/namedRoom.ts";
import { servedMetres, servedPlace, servedRoom } from "../../platform/http/servedDigits.ts";

/** Null if the tracker was archived after the sighting (decisions C35), or if its site no longer exists. */
export function knownFix(
  parts: { sites: Pick<SiteModels, "ready">; devices: Pick<DeviceRegistry, "trackerById"> },
  located: LocatedFix,
): KnownFix | null {
  const site = parts.sites.ready(located.siteId);
  const tracker = parts.devices.trackerById(located.trackerId);
  return site && tracker ? { located, tracker, site } : null;
}

/** An asset in another share of its site is not this tracker's yet: all trackers of an asset are in one share. */
export function fusedFix(fusion: AssetFusion, scope: LogScope, fix: KnownFix): FusedFix {
  const { asset: linked } = fix.tracker;
  const asset = linked !== null && isInScope(scope, fix.located.siteId, linked) ? linked : null;
  const { trackerId, fix: at } = fix.located;
  const isAssets =
    asset !== null && fusion.add({ assetId: asset.id, trackerId, atMs: at.atMs, accuracyM: at.accuracyM });
  return { ...fix, asset: isAssets ? asset : null };
}

export function sectionedFix(fences: Pick<Fencing, "process">, fix: FusedFix): SectionedFix {
  const { fix: at, siteId, lat, lon, places = null } = fix.located;
  const { floor: floorId, room } = at;
  const floor = fix.site.floors.get(floorId);
  const { frame } = fix.site;
  const inside = fix.asset
    ? fences.process({
        ...at,
        moving: at.moving === true,
        assetId: fix.asset.id,
        siteId,
        lat,
        lon,
        places,
        frame,
        floorId,
      })
    : [];
  return {
    ...fix,
    sections: [...(floor?.sections ?? []), ...inside],
    buildingId: floor?.buildingId ?? null,
    room: namedRoom(room, floor?.rooms),
  };
}

export function storeFix(
  positions: Pick<PositionWriter, "add">,
  { located, asset, buildingId, room }: SectionedFix,
): void {
  const { fix, siteId, trackerId, lat, lon } = located;
  positions.add({
    trackerId,
    assetId: asset?.id ?? null,
    siteId,
    buildingId,
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
    room,
    shown: fix.shown,
  });
}

/** Fixes that are too uncertain are not shown. */
export function publishFix(
  parts: { battery(trackerId: string): number | null; show(siteId: string, update: LocationUpdate): void },
  fix: SectionedFix,
): void {
  const { located, tracker } = fix;
  if (!located.fix.shown) return;
  parts.show(located.siteId, locationUpdate(fix, parts.battery(tracker.id) ?? tracker.batteryLevel));
}

/** A fix as sockets and MQTT listeners receive it. */
function locationUpdate(
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

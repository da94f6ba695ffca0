import type { Fix } from "@pulse/positioning/fix/fix";
import type { LatLon } from "@pulse/geo/latLon";
import { bothMoving, continuesStay, type PositionFix } from "./positionFold.ts";
import type { PastTrack } from "./pastTrack.ts";
import type { StayRow } from "./positions.repository.ts";
import type { SmoothedRow } from "./smoothedPositions.repository.ts";
import { namedRoom } from "../places/namedRoom.ts";

/** The rows of one tracker in one time of the past. */
export interface PastRows {
  stays: StayRow[];
  smoothed: SmoothedRow[];
}

/** Names and places, as rows contain them. */
export interface PastSite {
  siteId: string;
  toLatLon(point: { x: number; y: number }): LatLon;
  /** By id. */
  rooms: ReadonlyMap<string, string>;
}

/** History rows of past fixes; a still thing has a single row (decisions C24). `assets` gives the asset of each fix. */
export function pastStays(
  site: PastSite,
  trackerId: string,
  { fixes, smoothed }: PastTrack,
  assets: ReadonlyMap<Fix, string>,
): PastRows {
  const stays: StayRow[] = [];
  for (const fix of fixes) {
    const row = positionOf(site, trackerId, fix, assets.get(fix) ?? null);
    const open = stays.at(-1);
    if (open !== undefined && continuesStay(open, row)) {
      open.endMs = fix.atMs;
      open.moving = bothMoving(open.moving, fix.moving);
    } else stays.push({ fix: row, endMs: fix.atMs, moving: fix.moving });
  }
  return {
    stays,
    smoothed: stays.flatMap(({ fix: { atMs } }) => {
      const better = smoothed.get(atMs);
      if (better === undefined) return [];
      const { accuracyM, accuracyOuterM } = better;
      const room = namedRoom(better.room, site.rooms);
      return [{ trackerId, atMs, ...site.toLatLon(better), accuracyM, accuracyOuterM, room }];
    }),
  };
}

function positionOf(site: PastSite, trackerId: string, fix: Fix, assetId: string | null): PositionFix {
  return {
    trackerId,
    assetId,
    siteId: site.siteId,
    buildingId: null,
    floorId: fix.floor || null,
    atMs: fix.atMs,
    ...site.toLatLon(fix),
    elevation: fix.elevationM,
    accuracy: fix.accuracyM,
    accuracyOuter: fix.accuracyOuterM,
    mechanism: fix.mechanism,
    moving: fix.moving,
    nearestHardwareId: fix.nearest?.anchorId ?? null,
    nearestDis: fix.nearest?.distanceM ?? null,
    signalStrength: null,
    room: namedRoom(fix.room, site.rooms),
    shown: fix.shown,
  };
}

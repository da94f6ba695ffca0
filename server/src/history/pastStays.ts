import type { Fix } from "@pulse/positioning/fix/locate";
import type { LatLon } from "@pulse/geo/latLon";
import { continues, type PositionFix } from "./positionFold.ts";
import type { LinkTime, ToldTime } from "./pastRows.repository.ts";
import type { PastTrack } from "./pastTrack.ts";
import type { StayRow } from "./positions.repository.ts";
import type { SmoothedRow } from "./smoothedPositions.repository.ts";

/** Of an asset's trackers one tells where it was: another one that told within this time goes before, ms. */
const sameMomentMs = 10_000;

/** The rows of one tracker of the past. */
export interface PastRows {
  stays: StayRow[];
  smoothed: SmoothedRow[];
}

/** Names and places, as rows hold them. */
export interface PastSite {
  siteId: string;
  toLatLon(point: { x: number; y: number }): LatLon;
  /** By id. */
  rooms: ReadonlyMap<string, string>;
}

/**
 * History rows of past fixes, in which a still thing has one (decisions C24). What they tell of assets is added to
 * `told`, so that another tracker of the same asset keeps out of it.
 */
export function pastStays(
  site: PastSite,
  trackerId: string,
  { fixes, smoothed }: PastTrack,
  links: readonly LinkTime[],
  told: ToldTime[],
): PastRows {
  const stays: StayRow[] = [];
  const assetAt = (atMs: number): string | null => {
    const link = links.find(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || atMs < untilMs));
    if (link === undefined) return null;
    const byOther = told.some(
      (time) =>
        time.assetId === link.assetId &&
        time.trackerId !== trackerId &&
        atMs >= time.fromMs - sameMomentMs &&
        atMs <= time.untilMs + sameMomentMs,
    );
    return byOther ? null : link.assetId;
  };
  for (const fix of fixes) {
    const row = positionOf(site, trackerId, fix, assetAt(fix.atMs));
    const open = stays.at(-1);
    if (open !== undefined && continues(open, row)) {
      open.endMs = fix.atMs;
      open.moving &&= fix.moving;
    } else stays.push({ fix: row, endMs: fix.atMs, moving: fix.moving });
  }
  for (const { fix, endMs } of stays)
    if (fix.assetId !== null) told.push({ assetId: fix.assetId, trackerId, fromMs: fix.atMs, untilMs: endMs });
  return {
    stays,
    smoothed: stays.flatMap(({ fix: { atMs } }) => {
      const better = smoothed.get(atMs);
      if (better === undefined) return [];
      const { accuracyM, accuracyOuterM } = better;
      return [{ trackerId, atMs, ...site.toLatLon(better), accuracyM, accuracyOuterM }];
    }),
  };
}

function positionOf(site: PastSite, trackerId: string, fix: Fix, assetId: string | null): PositionFix {
  const name = fix.room === null ? undefined : site.rooms.get(fix.room.id);
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
    room: fix.room === null || name === undefined ? null : { ...fix.room, name },
    shown: fix.shown,
  };
}

import { nearestOnFloor } from "../model/floorGrid.ts";
import { outlineContains } from "../model/outline.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Fix } from "./fix.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import { FIX } from "./fixConstants.ts";
import { idealInner, idealOuter } from "./radius.ts";

/** A position that a tracker has found by itself, in the site's metres. */
export interface GpsReport {
  atMs: number;
  x: number;
  y: number;
  /** Radius the receiver states (68 %), m. */
  accuracyM: number;
}

/**
 * A fix from a tracker's own GPS, on the floor nearest to the ground that contains it, or (outdoors) on the level of
 * the floor nearest to the ground without being moved into its outline. Null for a report that is not finite.
 * `moving` is false, since one report does not tell (gpsMotion.ts).
 */
export function gpsFix(model: PlacedSite, report: GpsReport): Fix | null {
  const { atMs, x, y } = report;
  if (![atMs, x, y].every(Number.isFinite)) return null;
  const accuracyM = report.accuracyM > 0 ? Math.max(FIX.gpsBestM, report.accuracyM) : FIX.gpsUnknownM;
  // Receivers hear satellites at ground level or above, and do not know the storey.
  const floors = model.floors.toSorted((a, b) => storeysUp(a.level) - storeysUp(b.level));
  const inside = floors.find(({ grid }) => {
    const near = nearestOnFloor(grid, x, y);
    return near.x === x && near.y === y;
  });
  // Gateways make no place likely in a plan's margins, but satellites are heard there.
  const beside = (): PlacedFloor | undefined => floors.find(({ limit }) => limit && outlineContains(limit, x, y));
  const floor = inside ?? beside() ?? floors[0];
  return {
    atMs,
    x,
    y,
    floor: floor?.id ?? "",
    elevationM: (floor?.elevationM ?? 0) + model.tagHeightM,
    accuracyM,
    accuracyOuterM: (idealOuter / idealInner) * accuracyM,
    mechanism: "GPS",
    moving: false,
    nearest: null,
    shown: accuracyM <= model.settings.locationAccuracyThresholdM,
    floorUncertain: true,
    gatewaysHeard: 0,
    room: null,
    raw: { x, y, atMs, varianceM2: accuracyM ** 2 / 2 },
  };
}

/** The order in which floors are likely: level 0, those above it, those below. */
function storeysUp(level: number): number {
  return level >= 0 ? level : 1000 - level;
}

/** The better of a tracker's GPS fix and its fix by gateways: within 10 s the smaller radius, else the newer. */
export function betterFix(a: Fix | null, b: Fix | null): Fix | null {
  if (!a || !b) return a ?? b;
  if (Math.abs(a.atMs - b.atMs) > FIX.gpsTogetherMs) return a.atMs > b.atMs ? a : b;
  return a.accuracyM <= b.accuracyM ? a : b;
}

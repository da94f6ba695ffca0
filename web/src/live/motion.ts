import { distanceM, type LatLon } from "@pulse/geo/latLon";

/** How far a position must lie from the last one to count as a step; the engine locks what stands still. */
const stepM = 0.3;
/** After this long without a step a thing stands still. */
const settleMs = 4000;

export interface Motion {
  moving: boolean;
  /** Compass bearing of the last step, degrees; null when unknown. */
  headingDeg: number | null;
  /** When the last step was, ms; null before the first. */
  steppedAtMs: number | null;
}

/** Compass bearing from `a` to `b`, degrees 0–360; good for the few metres of a step. */
export function bearingDeg(a: LatLon, b: LatLon): number {
  const east = (b.lon - a.lon) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return ((Math.atan2(east, b.lat - a.lat) * 180) / Math.PI + 360) % 360;
}

/**
 * What a new position says about movement: `location_update` carries none, so it is read from the steps.
 * A change of floor is a step without a heading.
 */
export function motionAfter(
  last: Motion,
  from: (LatLon & { floorId: string | null }) | null,
  to: LatLon & { floorId: string | null },
  atMs: number,
): Motion {
  if (from === null) return last;
  const changedFloor = from.floorId !== to.floorId;
  if (changedFloor || distanceM(from, to) >= stepM)
    return { moving: true, headingDeg: changedFloor ? null : bearingDeg(from, to), steppedAtMs: atMs };
  const settled = last.steppedAtMs === null || atMs - last.steppedAtMs >= settleMs;
  return settled ? { ...last, moving: false, headingDeg: null } : last;
}

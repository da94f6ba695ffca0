import { meanRadiusM, radians } from "./earth.ts";
import type { LatLon } from "./latLon.ts";

/** Metres to the east and to the north. */
export interface Step {
  eastM: number;
  northM: number;
}

/** The step from `a` to `b`, m; accurate only over short distances. */
export function stepM(a: LatLon, b: LatLon): Step {
  // The short way over the 180th meridian.
  const dLon = ((((b.lon - a.lon + 540) % 360) + 360) % 360) - 180;
  const east = dLon * Math.cos(((a.lat + b.lat) / 2) * radians);
  return { eastM: meanRadiusM * radians * east, northM: meanRadiusM * radians * (b.lat - a.lat) };
}

/** Compass bearing of a step, degrees 0–360. */
export function bearingDeg({ eastM, northM }: Step): number {
  return (Math.atan2(eastM, northM) / radians + 360) % 360;
}

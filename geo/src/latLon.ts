/** WGS 84, degrees. */
export interface LatLon {
  lat: number;
  lon: number;
}

const meanRadiusM = 6_371_008.8;
const radians = Math.PI / 180;

/** Great-circle distance in metres (haversine). */
export function distanceM(a: LatLon, b: LatLon): number {
  const dLat = (b.lat - a.lat) * radians;
  const dLon = (b.lon - a.lon) * radians;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * meanRadiusM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Metres to the east and to the north. */
export interface Step {
  eastM: number;
  northM: number;
}

/** The way from `a` to `b`, m; good for the metres of a step. */
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

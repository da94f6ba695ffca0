import type { LatLon } from "./latLon.ts";

/** Metres in a site's own frame: x east, y north of its origin. */
export interface Point {
  x: number;
  y: number;
}

export interface LocalFrame {
  origin: LatLon;
  toLocal(position: LatLon): Point;
  toLatLon(point: Point): LatLon;
}

// WGS 84 ellipsoid.
const semiMajorM = 6_378_137;
const eccentricity2 = 6.694_379_990_14e-3;
const radians = Math.PI / 180;

/**
 * A flat frame around `origin`: metres per degree from the ellipsoid's radii of curvature there. Within 5 km of the
 * origin it differs from the ellipsoid by less than 0.1 %; converting there and back is exact.
 */
export function localFrame(origin: LatLon): LocalFrame {
  const sin = Math.sin(origin.lat * radians);
  const w = Math.sqrt(1 - eccentricity2 * sin * sin);
  const metresPerLat = ((semiMajorM * (1 - eccentricity2)) / w ** 3) * radians;
  const metresPerLon = (semiMajorM / w) * Math.max(1e-9, Math.cos(origin.lat * radians)) * radians;
  return {
    origin,
    toLocal: ({ lat, lon }) => ({ x: (lon - origin.lon) * metresPerLon, y: (lat - origin.lat) * metresPerLat }),
    toLatLon: ({ x, y }) => ({ lat: origin.lat + y / metresPerLat, lon: origin.lon + x / metresPerLon }),
  };
}

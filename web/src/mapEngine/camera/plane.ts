import type { LatLon } from "@pulse/geo/latLon";

/**
 * The flat world for markers: Web Mercator in units that are metres at the equator, x to the east and y to the south, as
 * on a screen whose top is north.
 */
export interface Place {
  x: number;
  y: number;
}

const around = 2 * Math.PI * 6_378_137;
const radians = Math.PI / 180;

export function toPlane({ lat, lon }: LatLon): Place {
  return { x: planeX(lon), y: planeY(lat) };
}

export function planeX(lon: number): number {
  return (lon / 360) * around;
}

export function planeY(lat: number): number {
  return (-Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) / (2 * Math.PI)) * around;
}

export function toLatLon({ x, y }: Place): LatLon {
  return {
    lat: (2 * Math.atan(Math.exp((-y / around) * 2 * Math.PI)) - Math.PI / 2) / radians,
    lon: (x / around) * 360,
  };
}

/** Units of the plane per metre on the ground at a latitude. */
export function unitsPerM(lat: number): number {
  return 1 / Math.cos(lat * radians);
}

/** The camera. A place on the screen is `centre + turn(place − middle) × pxPerUnit`. */
export interface View {
  /** The place in the middle of the view. */
  middle: Place;
  pxPerUnit: number;
  bearingDeg: number;
  widthPx: number;
  heightPx: number;
  /** The middle's position on the screen, px. */
  centreX: number;
  centreY: number;
}

/** CSS pixels per unit of the plane at a zoom. */
export function pxPerUnitAt(zoom: number): number {
  return (512 * 2 ** zoom) / around;
}

/** A place of the plane in screen coordinates, px. */
export function toScreen({ middle, pxPerUnit, bearingDeg, centreX, centreY }: View, x: number, y: number): Place {
  const [cos, sin] = [Math.cos(bearingDeg * radians), Math.sin(bearingDeg * radians)];
  const [dx, dy] = [(x - middle.x) * pxPerUnit, (y - middle.y) * pxPerUnit];
  return { x: centreX + dx * cos + dy * sin, y: centreY - dx * sin + dy * cos };
}

/** The largest distance of anything visible from the middle of the view, in units of the plane. */
export function reachOf({ widthPx, heightPx, centreX, centreY, pxPerUnit }: View): number {
  const across = Math.max(centreX, widthPx - centreX);
  const down = Math.max(centreY, heightPx - centreY);
  return Math.hypot(across, down) / pxPerUnit;
}

import { centreOf, cornersOf, type FenceShape, partsOf } from "./fenceShape.ts";
import { distanceM, type LatLon } from "./latLon.ts";
import { localFrame } from "./localFrame.ts";
import { signedAreaM2 } from "./polygon.ts";

export interface FenceBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The ground that a fence encloses. */
export interface FenceArea {
  bounds: FenceBounds;
  contains(place: LatLon): boolean;
  /** Distance of a place from the edge, m: positive inside, negative outside. */
  depthM(place: LatLon): number;
  /** About the radius of the largest circle that fits in, m. */
  breadthM: number;
}

/** A circle around a place. */
export function circleArea(centre: LatLon, radiusM: number): FenceArea {
  // A hundredth more than the circle, because the frame is flat.
  const reachM = radiusM * 1.01;
  const frame = localFrame(centre);
  const [north, south] = [frame.toLatLon({ x: 0, y: reachM }).lat, frame.toLatLon({ x: 0, y: -reachM }).lat];
  // Meridians are closest together at the end nearer the pole.
  const nearestPole = localFrame({ lat: Math.max(Math.abs(north), Math.abs(south)), lon: centre.lon });
  return {
    bounds: {
      north,
      south,
      west: nearestPole.toLatLon({ x: -reachM, y: 0 }).lon,
      east: nearestPole.toLatLon({ x: reachM, y: 0 }).lon,
    },
    contains: (place) => distanceM(centre, place) <= radiusM,
    depthM: (place) => radiusM - distanceM(centre, place),
    breadthM: radiusM,
  };
}

/**
 * A polygon with its holes and parts; its sides are straight in longitude and latitude, as GeoJSON says. Distances are
 * measured in the flat frame around the given place, so they are accurate near it.
 */
export function polygonArea(shape: FenceShape): FenceArea {
  const rings = partsOf(shape).map((part) => part.map((ring) => cornersOf(ring)));
  const sides = sidesOf(rings.flat());
  const lons = rings.flat(2).map(([lon]) => lon);
  const lats = rings.flat(2).map(([, lat]) => lat);
  const least = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other));
  const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other));

  const contains = ({ lat, lon }: LatLon): boolean => {
    let inside = false;
    for (let at = 0; at < sides.length; at += 4) {
      const up = lat - sides[at + 1]!;
      const dy = sides[at + 3]!;
      if (up >= 0 && up < dy && (lon - sides[at]!) * dy < sides[at + 2]! * up) inside = !inside;
    }
    return inside;
  };
  const edgeM = (place: LatLon): number => {
    const frame = localFrame(place);
    const scale = frame.toLocal({ lat: place.lat + 1, lon: place.lon + 1 });
    let nearest = Infinity;
    for (let at = 0; at < sides.length; at += 4) {
      const ax = (sides[at]! - place.lon) * scale.x;
      const ay = (sides[at + 1]! - place.lat) * scale.y;
      const dx = sides[at + 2]! * scale.x;
      const dy = sides[at + 3]! * scale.y;
      const part = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
      const [x, y] = [ax + part * dx, ay + part * dy];
      nearest = Math.min(nearest, x * x + y * y);
    }
    return Math.sqrt(nearest);
  };
  return {
    bounds: { west: least(lons), east: most(lons), south: least(lats), north: most(lats) },
    contains,
    depthM: (place) => edgeM(place) * (contains(place) ? 1 : -1),
    breadthM: breadthOf(rings, centreOf(shape)),
  };
}

type Rings = readonly (readonly (readonly (readonly [number, number])[])[])[];

/**
 * The southern end of every side (lon, lat) and the vector to its other end, all in one array. Two neighbours compute the
 * same for the side they share, whichever way each walks it, so no place on it is in both or in neither.
 */
function sidesOf(rings: readonly (readonly (readonly [number, number])[])[]): Float64Array {
  const sides: number[] = [];
  for (const corners of rings)
    for (const [nth, one] of corners.entries()) {
      const other = corners[(nth + 1) % corners.length]!;
      const [[lon, lat], [endLon, endLat]] = one[1] <= other[1] ? [one, other] : [other, one];
      // There is no side between two equal corners.
      if (lon !== endLon || lat !== endLat) sides.push(lon, lat, endLon - lon, endLat - lat);
    }
  return new Float64Array(sides);
}

/** Twice the area divided by the length of all edges: the radius of a circle, half the side of a square. */
function breadthOf(parts: Rings, centre: LatLon): number {
  const frame = localFrame(centre);
  let [areaM2, edgesM] = [0, 0];
  for (const part of parts)
    for (const [nth, corners] of part.entries()) {
      const local = corners.map(([lon, lat]) => frame.toLocal({ lat, lon }));
      areaM2 += (nth === 0 ? 1 : -1) * Math.abs(signedAreaM2(local));
      for (const [at, a] of local.entries()) {
        const b = local[(at + 1) % local.length]!;
        edgesM += Math.hypot(b.x - a.x, b.y - a.y);
      }
    }
  return (2 * areaM2) / edgesM;
}

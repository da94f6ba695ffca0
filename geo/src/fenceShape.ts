/** A place as in GeoJSON: longitude first, degrees. */
export type LonLat = [lon: number, lat: number];

/** GeoJSON's polygons: each part is its outer ring and then its holes; a ring ends where it began. */
export type FenceShape =
  | { type: "Polygon"; coordinates: LonLat[][] }
  | { type: "MultiPolygon"; coordinates: LonLat[][][] };

/** The parts of a shape, each a list of rings. */
export function partsOf(shape: FenceShape): readonly (readonly (readonly LonLat[])[])[] {
  return shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
}

/** A ring without its closing place. */
export function cornersOf(ring: readonly LonLat[]): readonly LonLat[] {
  return ring.slice(0, -1);
}

/** A closed ring of these corners, without immediate repeats. */
export function closedRing(corners: readonly LonLat[]): LonLat[] {
  const ring: LonLat[] = [];
  for (const [lon, lat] of corners) {
    const last = ring.at(-1);
    if (last?.[0] !== lon || last[1] !== lat) ring.push([lon, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]) ring.pop();
  return first ? [...ring, [first[0], first[1]]] : [];
}

/** The middle of a shape's area, holes left out. */
export function centreOf(shape: FenceShape): { lat: number; lon: number } {
  const [lon0, lat0] = partsOf(shape)[0]![0]![0]!;
  let [twiceArea, lonSum, latSum] = [0, 0, 0];
  for (const part of partsOf(shape))
    for (const [nth, ring] of part.entries()) {
      let [area, lon, lat] = [0, 0, 0];
      for (let at = 0; at < ring.length - 1; at++) {
        const [ax, ay] = [ring[at]![0] - lon0, ring[at]![1] - lat0];
        const [bx, by] = [ring[at + 1]![0] - lon0, ring[at + 1]![1] - lat0];
        const cross = ax * by - bx * ay;
        area += cross;
        lon += (ax + bx) * cross;
        lat += (ay + by) * cross;
      }
      // Whichever way they turn, the first ring adds and a hole subtracts.
      const sign = (nth === 0 ? 1 : -1) * Math.sign(area);
      twiceArea += sign * area;
      lonSum += sign * lon;
      latSum += sign * lat;
    }
  return { lat: lat0 + latSum / (3 * twiceArea), lon: lon0 + lonSum / (3 * twiceArea) };
}

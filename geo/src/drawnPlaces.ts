import type { LatLon } from "./latLon.ts";

/** Two places closer than this are the same, degrees: about a millimetre. */
const sameDeg = 1e-8;

/** Whether two places are the same. */
export function samePlace(a: LatLon, b: LatLon): boolean {
  return Math.abs(a.lat - b.lat) < sameDeg && Math.abs(a.lon - b.lon) < sameDeg;
}

/** Whether two lines or areas are the same, point by point. */
export function samePlaces(a: readonly LatLon[], b: readonly LatLon[]): boolean {
  return a.length === b.length && a.every((place, nth) => samePlace(place, b[nth]!));
}

/** Places without those that repeat the one before; in an area the last does not repeat the first either. */
export function withoutRepeats(places: readonly LatLon[], isArea: boolean): LatLon[] {
  const retained = places.filter((place, nth) => nth === 0 || !samePlace(place, places[nth - 1]!));
  const [first] = retained;
  if (first === undefined) return [];
  const end = isArea
    ? retained.findLastIndex((place, nth) => nth === 0 || !samePlace(place, first)) + 1
    : retained.length;
  return retained.slice(0, end);
}

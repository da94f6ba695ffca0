import type { LonLat } from "@pulse/geo/fenceShape";

type Tuple = readonly number[];

/**
 * The places in the text of a `coordinates` element (OGC 12-007r2, section 6.2): `lon,lat[,alt]`, separated by white
 * space. As Google Earth does, it also reads places that are separated by commas alone, and spaces around commas. What is
 * no number becomes NaN, which no place on Earth is.
 */
export function kmlCoordinates(text: string): LonLat[] {
  const words = text
    .replaceAll(/[;\u00A0\uFEFF]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/^,+|,+$/g, ""))
    .filter((word) => word !== "");
  const places = words.map(numbersOf);
  if (places.every(isPlace)) return places.map(lonLat);
  const close = text.replaceAll(/\s*,\s*/g, ",").split(/[\s;\u00A0\uFEFF]+/);
  const spaced = close.filter((word) => word.replaceAll(",", "") !== "").map(numbersOf);
  if (spaced.every(isPlace)) return spaced.map(lonLat);
  return inTuples(spaced.flat());
}

/** Each part that is empty or no number is NaN. */
function numbersOf(word: string): Tuple {
  return word
    .replace(/^,+|,+$/g, "")
    .split(",")
    .map((part) => (part === "" ? Number.NaN : Number(part)));
}

const isPlace = ({ length }: Tuple): boolean => length === 2 || length === 3;
const lonLat = ([lon = Number.NaN, lat = Number.NaN]: Tuple): LonLat => [lon, lat];

/** Numbers without spaces between places: by threes with altitudes, or by twos, whichever reading is the smaller shape. */
function inTuples(numbers: Tuple): LonLat[] {
  const readings = [3, 2]
    .filter((size) => numbers.length % size === 0)
    .map((size) =>
      Array.from({ length: numbers.length / size }, (_, nth) => lonLat(numbers.slice(nth * size, nth * size + 2))),
    );
  const [first = [[Number.NaN, Number.NaN] as LonLat], second] = readings;
  return second !== undefined && extent(second) < extent(first) ? second : first;
}

/** The size of the box around places, degrees; of places that are not on Earth, infinite. */
function extent(places: readonly LonLat[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of places) {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return Infinity;
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return east - west + north - south;
}

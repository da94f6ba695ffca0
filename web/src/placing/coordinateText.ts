import { placeInText } from "@pulse/geo/coordinates/placeInText";
import type { LatLon } from "@pulse/geo/latLon";
import { trueMinus } from "../text/numbers.ts";

/** Latitude and longitude in product.md's format: to 5 decimals. */
export function coordinateText({ lat, lon }: LatLon): string {
  return `${trueMinus(lat.toFixed(5))}, ${trueMinus(lon.toFixed(5))}`;
}

/** A place from typed or pasted text, as map apps copy it; null: an invalid location. Empty means 0, 0. */
export function readCoordinate(text: string): LatLon | null {
  return text.trim() === "" ? { lat: 0, lon: 0 } : placeInText(text);
}

/** Metres to 4 decimals. */
export function metresNumber(metres: number): string {
  return metres.toFixed(4);
}

/** A typed number, with a point or a comma; null: not a number. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

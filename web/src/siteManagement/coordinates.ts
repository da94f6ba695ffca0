import { placeInText } from "@pulse/geo/coordinates/placeInText";
import type { LatLon } from "@pulse/geo/latLon";

/** A place for an input field: to a centimetre. 0, 0 is an empty field. */
export function editableCoordinates({ lat, lon }: LatLon): string {
  return lat === 0 && lon === 0 ? "" : `${shortest(lat)}, ${shortest(lon)}`;
}

/** The place in typed or pasted text, as map apps copy it (placeInText); an empty text is 0, 0. Null: not a place. */
export function parseCoordinates(typed: string, near: LatLon | null = null): LatLon | null {
  return typed.trim() === "" ? { lat: 0, lon: 0 } : placeInText(typed, near);
}

/** Whether a field's value is a place on Earth, not invalid text. */
export function isPlace(value: unknown): value is LatLon {
  const { lat, lon } = (value ?? {}) as Partial<LatLon>;
  return typeof lat === "number" && typeof lon === "number" && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

const shortest = (degrees: number): string => String(Math.round(degrees * 1e7) / 1e7);

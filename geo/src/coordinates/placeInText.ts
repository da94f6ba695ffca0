import type { LatLon } from "../latLon.ts";
import { type Angle, angleIn, plainText } from "./angle.ts";
import { mapLinkPlace } from "./mapLink.ts";
import { plusCodePlace } from "./plusCode.ts";
import { pointPlace } from "./pointText.ts";

/** Far longer than any link of a map. */
const maxChars = 4_000;
const words = /\b(?:lat(?:itude)?|breite(?:ngrad)?|long?(?:itude)?|lng|länge(?:ngrad)?)\b\.?\s*[:=]?/gi;

/** Directions that are written out, in English and German; their letter comes first. */
const directions = /\b(?:north|nord|south|süd|sued|east|ost|west)\b/gi;

/**
 * The place in typed or pasted text, as map apps copy it: "51.9, 4.4", decimal commas, degrees with letters, degrees,
 * minutes and seconds, a link of a map, or a plus code. Latitude comes first unless letters or words say otherwise.
 * @param near for short plus codes: a place in their neighbourhood
 * @returns null: it is not a place on Earth
 */
export function placeInText(typed: string, near: LatLon | null = null): LatLon | null {
  const text = plainText(typed);
  if (text.length > maxChars) return null;
  const place = mapLinkPlace(text) ?? plusCodePlace(text, near) ?? pointPlace(text) ?? pairIn(text);
  return place !== null && isOnEarth(place) ? place : null;
}

/** A place with its latitude and longitude exchanged; null: that is none on Earth. */
export function swappedPlace({ lat, lon }: LatLon): LatLon | null {
  const place = { lat: lon, lon: lat };
  return isOnEarth(place) ? place : null;
}

const isOnEarth = ({ lat, lon }: LatLon): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

function pairIn(text: string): LatLon | null {
  const named = [...text.matchAll(words)].map(([word]) => (/^(lat|breite)/i.test(word) ? "lat" : "lon"));
  const bare = text
    .replaceAll(words, " ")
    .replaceAll(directions, (word) => word.charAt(0))
    .replaceAll(/[()[\]{}"](?=\s*$)|^\s*[([{"]/g, "")
    .trim();
  for (const [one, other] of halves(bare)) {
    const [first, second] = [angleIn(one), angleIn(other)];
    const place = first === null || second === null ? null : placeOf(first, second, named[0] === "lon");
    if (place !== null) return place;
  }
  return null;
}

/** The ways in which a text may be two coordinates, the surest first. */
function* halves(text: string): Generator<[string, string]> {
  const cut = (at: number, length = 1): [string, string] => [text.slice(0, at).trim(), text.slice(at + length).trim()];
  // A sign that only separates.
  const sure = /[;/|\t\n]|,\s*(?=[NSEWO])/i.exec(text);
  if (sure !== null) yield cut(sure.index, sure[0].length);
  // A letter ends the first or begins the second.
  const behind = /[NSEWO](?=[\s,]*[\d+-])/i.exec(text.slice(1));
  if (behind !== null) yield cut(behind.index + 2, 0).map((half) => half.replace(/^[\s,]+/, "")) as [string, string];
  const before = /(?<=[\d"'”″’′°])[\s,]*(?=[NSEWO]\s*\d)/i.exec(text);
  if (before !== null) yield cut(before.index, before[0].length);
  const commas = [...text.matchAll(/,/g)].map(({ index }) => index);
  if (commas.length === 1) yield cut(commas[0]!);
  // Decimal commas around the one that separates.
  if (commas.length === 3) yield cut(commas[1]!);
  if (commas.length === 2) for (const at of commas) if (/^,\s/.test(text.slice(at))) yield cut(at);
  const spaces = [...text.matchAll(/\s+/g)];
  if (spaces.length % 2 === 1) {
    const middle = spaces[(spaces.length - 1) / 2]!;
    yield cut(middle.index, middle[0].length);
  }
}

function placeOf(first: Angle, second: Angle, isLonFirst: boolean): LatLon | null {
  if (first.axis !== null && first.axis === second.axis) return null;
  const isSwapped =
    first.axis === "lon" || second.axis === "lat" || (first.axis === null && second.axis === null && isLonFirst);
  const [lat, lon] = isSwapped ? [second, first] : [first, second];
  return { lat: lat.degrees, lon: lon.degrees };
}

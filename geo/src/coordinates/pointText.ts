import type { LatLon } from "../latLon.ts";

const decimal = String.raw`-?\d+(?:\.\d+)?`;
/** Well-known text of databases (OGC 06-103r4, 7.2): the longitude comes first. */
const wkt = new RegExp(
  String.raw`^(?:SRID=\d+;)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*(${decimal})\s+(${decimal})(?:\s+${decimal})*\s*\)$`,
  "i",
);
/** A point of GeoJSON (RFC 7946, 3.1.2), also within a feature; it has the longitude first, too. */
const geoJson = new RegExp(String.raw`"Point"[^[]*"coordinates"\s*:\s*\[\s*(${decimal})\s*,\s*(${decimal})`);

/** Degrees, minutes and seconds without marks: "515400N0042400E", also with a space or a comma between. */
const packed = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)([NS])[\s,]*(\d{3})(\d\d)(\d\d(?:\.\d+)?)([EW])$/i;
/** ISO 6709, annex H, as phones write it into their videos: "+51.9000+004.4000+012.5CRSWGS_84/". */
const iso6709 =
  /^([+-])(\d\d|\d{4}|\d{6})(\.\d+)?([+-])(\d{3}|\d{5}|\d{7})(\.\d+)?(?:[+-]\d+(?:\.\d+)?)?(?:CRS\w+)?\/?$/i;

/** The place in a text that a program has written: WKT, GeoJSON, ISO 6709, or degrees without marks. Null: it is none of these. */
export function pointPlace(text: string): LatLon | null {
  const [, lon, lat] = wkt.exec(text) ?? geoJson.exec(text) ?? [];
  if (lat !== undefined) return { lat: Number(lat), lon: Number(lon) };
  return packedPlace(text) ?? isoPlace(text);
}

function packedPlace(text: string): LatLon | null {
  const [, latD, latM, latS, ns, lonD, lonM, lonS, ew] = packed.exec(text) ?? [];
  if (ew === undefined) return null;
  const lat = degreesOf(latD!, latM, latS);
  const lon = degreesOf(lonD!, lonM, lonS);
  if (lat === null || lon === null) return null;
  return { lat: /s/i.test(ns!) ? -lat : lat, lon: /w/i.test(ew) ? -lon : lon };
}

function isoPlace(text: string): LatLon | null {
  const [, ns, latDigits, latRest = "", ew, lonDigits, lonRest = ""] = iso6709.exec(text) ?? [];
  // Both have the same parts: degrees, or degrees and minutes, or seconds as well.
  if (lonDigits === undefined || lonDigits.length !== latDigits!.length + 1) return null;
  const lat = ofDigits(latDigits!, 2, latRest);
  const lon = ofDigits(lonDigits, 3, lonRest);
  return lat === null || lon === null ? null : { lat: ns === "-" ? -lat : lat, lon: ew === "-" ? -lon : lon };
}

/** @param width how many digits its degrees have */
function ofDigits(digits: string, width: number, rest: string): number | null {
  const parts = [digits.slice(0, width), digits.slice(width, width + 2), digits.slice(width + 2)].filter(
    (part) => part !== "",
  );
  parts.push(parts.pop()! + rest);
  return degreesOf(parts[0]!, parts[1], parts[2]);
}

/** Null: sixty minutes or seconds, which are no angle. */
function degreesOf(degrees: string, minutes = "0", seconds = "0"): number | null {
  const [m, s] = [Number(minutes), Number(seconds)];
  return m >= 60 || s >= 60 ? null : Number(degrees) + m / 60 + s / 3600;
}

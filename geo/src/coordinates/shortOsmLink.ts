import type { LatLon } from "../latLon.ts";

const link = /^https?:\/\/(?:(?:www\.)?openstreetmap\.org|osm\.org)\/go\/([A-Za-z0-9_~@]+)/i;
/** Six bits a character: three of the longitude and three of the latitude in turn ("Shortlink" in OpenStreetMap's wiki). */
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~";

/** The place in a short link of OpenStreetMap, such as `https://osm.org/go/0EEQjE--`. Null: it is another link. */
export function shortOsmPlace(text: string): LatLon | null {
  const [, code] = link.exec(text) ?? [];
  if (code === undefined) return null;
  let [lat, lon, step] = [-90, -180, 1];
  for (const char of code.replaceAll("@", "~")) {
    const bits = digits.indexOf(char);
    for (let bit = 5; bit > 0; bit -= 2) {
      step /= 2;
      if ((bits >> bit) & 1) lon += 360 * step;
      if ((bits >> (bit - 1)) & 1) lat += 180 * step;
    }
  }
  return { lat, lon };
}

import type { LatLon } from "../latLon.ts";

const number = String.raw`(-?\d+(?:\.\d+)?)`;
/** Where map services write a place in a link: a pin first, then what was searched for, then the middle of the map. */
const forms: readonly RegExp[] = [
  // Google's data parameters: the place itself.
  new RegExp(`!3d${number}!4d${number}`),
  // OpenStreetMap's marker.
  new RegExp(`[?&]mlat=${number}&(?:.*&)?mlon=${number}`),
  // Google's, Apple's and Bing's queries.
  new RegExp(
    `[?&](?:q|query|ll|coordinate|center|destination|daddr|saddr|sll|near|viewpoint|cp)=(?:loc:)?${number}[,~ ]+${number}`,
  ),
  // A place in the path, and the middle of Google's map.
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)?${number},[ +]*${number}(?:[/?]|$)`),
  new RegExp(`@${number},${number}`),
  // The middle of OpenStreetMap's map.
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${number}/${number}`),
  // RFC 5870.
  new RegExp(`^geo:${number},${number}`, "i"),
];

/** The place in a link of Google Maps, Apple Maps, OpenStreetMap or Bing, or a `geo:` address. Null: there is none. */
export function mapLinkPlace(link: string): LatLon | null {
  if (!/^(https?:\/\/|geo:)/i.test(link)) return null;
  const decoded = link.replaceAll(/%2C/gi, ",").replaceAll(/%20|\+/g, " ");
  for (const form of forms) {
    const [, lat, lon] = form.exec(decoded) ?? [];
    if (lat !== undefined) return { lat: Number(lat), lon: Number(lon) };
  }
  return null;
}

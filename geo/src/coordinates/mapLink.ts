import type { LatLon } from "../latLon.ts";
import { angleIn } from "./angle.ts";
import { shortOsmPlace } from "./shortOsmLink.ts";

const number = String.raw`(-?\d+(?:\.\d+)?)`;
/** Where map services write a place in a link: a pin first, then what was searched for, then the middle of the map. */
const forms: readonly RegExp[] = [
  // Google's data parameters: the place itself.
  new RegExp(`!3d${number}!4d${number}`),
  // OpenStreetMap's marker, and its older links.
  new RegExp(`[?&]mlat=${number}&(?:.*&)?mlon=${number}`),
  new RegExp(`[?&]lat=${number}&(?:.*&)?(?:lon|lng)=${number}`),
  // Google's, Apple's and Bing's queries.
  new RegExp(
    `[?&](?:q|query|ll|coordinate|center|destination|daddr|saddr|sll|cbll|near|viewpoint|cp)=(?:loc:)?${number}[,~ ]+${number}`,
  ),
  // HERE's map, and its links to share.
  new RegExp(`[?&]map=${number},${number}`),
  new RegExp(`^https?://share\\.here\\.com/[lr]/(?:[^/]*/)*${number},${number}`, "i"),
  // A place in the path, and the middle of Google's map.
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)?${number},[ +]*${number}(?:[/?]|$)`),
  new RegExp(`@${number},${number}`),
  // The middle of OpenStreetMap's map.
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${number}/${number}`),
  // RFC 5870.
  new RegExp(`^geo:${number},${number}`, "i"),
];
/** Services that write the longitude first: Yandex's queries, and maps of Google within other pages. */
const formsFromLon: readonly RegExp[] = [
  new RegExp(`^https?://[^/]*\\byandex\\.[^?]*[?&](?:.*&)?(?:whatshere\\[point\\]|pt|ll)=${number},${number}`, "i"),
  new RegExp(`!2d${number}!3d${number}`),
];
/** What Google was asked for, if that is degrees, minutes and seconds: the pin, while `@` is the middle of the map. */
const searchForm = /\/(?:place|search)\/([^/@]*[NS][ ,]+[^/@]*[EW])(?:[/?]|$)/i;
/** A link with what an app writes before and behind it. */
const linkForm = /(?:https?:\/\/|\bgeo:)[^\s<>"]+/i;

/**
 * The place in a link of Google Maps, Apple Maps, OpenStreetMap, Bing or Yandex, or a `geo:` address, also among words.
 * Null: there is none, as in the short links of services that have to be asked what they stand for.
 */
export function mapLinkPlace(text: string): LatLon | null {
  const [link] = linkForm.exec(text) ?? [];
  if (link === undefined) return null;
  const decoded = link.replaceAll(/%2C/gi, ",").replaceAll(/%20|\+/g, " ");
  for (const form of formsFromLon) {
    const [, lon, lat] = form.exec(decoded) ?? [];
    if (lat !== undefined) return { lat: Number(lat), lon: Number(lon) };
  }
  const searched = searchedPlace(decoded);
  if (searched !== null && !/!3d/.test(decoded)) return searched;
  for (const form of forms) {
    const [, lat, lon] = form.exec(decoded) ?? [];
    if (lat !== undefined) return { lat: Number(lat), lon: Number(lon) };
  }
  return shortOsmPlace(decoded);
}

function searchedPlace(link: string): LatLon | null {
  const [, search] = searchForm.exec(withMarks(link)) ?? [];
  const [first, second] = (search ?? "").split(/(?<=[NS])[ ,]+/i).map((part) => angleIn(part));
  if (first?.axis !== "lat" || second?.axis !== "lon") return null;
  return { lat: first.degrees, lon: second.degrees };
}

/** The signs of degrees and seconds, which links encode. */
const withMarks = (link: string): string =>
  link
    .replaceAll(/%C2%B0/gi, "°")
    .replaceAll(/%22/g, '"')
    .replaceAll(/%27/g, "'");

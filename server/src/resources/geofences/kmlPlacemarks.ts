import { setImmediate } from "node:timers/promises";
import { maxFenceCorners } from "@pulse/geo/fenceFaults";
import type { LonLat } from "@pulse/geo/fenceShape";
import sax from "sax";
import { kmlRefused } from "./kmlRefused.ts";

/** A ring as it was written. If it has too many corners, the rest are only counted. */
export interface KmlRing {
  corners: LonLat[];
  count: number;
}

/** Something that a file places on the ground. */
export interface KmlPlacemark {
  /** The placemark's; empty: it has none. */
  name: string;
  /** The element: only a Polygon encloses ground. */
  kind: string;
  rings: KmlRing[];
}

const maxPlacemarks = 1000;
const maxCorners = 300_000;
const maxDepth = 64;
const longestName = 1000;
/** What has a place, or leads to it. Polygons among them make geofences. */
const kinds = new Set([
  "Polygon",
  "Point",
  "LineString",
  "LinearRing",
  "Track",
  "Model",
  "GroundOverlay",
  "NetworkLink",
]);
const named = new Set(["Placemark", "GroundOverlay", "NetworkLink"]);

/**
 * What a KML text (OGC 12-007r2) places on the ground, in its order; styles and everything else are ignored. No entity
 * is resolved and no link is followed: a text with a document type is refused.
 * @throws {AppError} for a text that is not well-formed, or too large
 */
export async function kmlPlacemarks(text: AsyncIterable<string>): Promise<KmlPlacemark[]> {
  const reading = reader();
  for await (const piece of text) {
    reading.write(piece);
    // Other requests get their turn while a large file is read.
    await setImmediate();
  }
  return reading.end();
}

/** XML's own five entities and no others; the types lack this option. */
const options = { position: true, strictEntities: true };

function reader() {
  const parser = sax.parser(true, options);
  const placemarks: KmlPlacemark[] = [];
  const path: string[] = [];
  /** The name and the places of the placemark that is being read. */
  let name = "";
  let own: KmlPlacemark[] = [];
  let corners = 0;
  let placemark: KmlPlacemark | null = null;
  let ring: KmlRing | null = null;
  /** The beginning of a place whose rest is in the next piece. */
  let rest = "";
  let hasRoot = false;

  const refuse = (message: string): never => {
    throw kmlRefused(`line ${parser.line + 1}: ${message}`);
  };
  const take = (place: string): void => {
    if (ring === null || place === "") return;
    ring.count++;
    if (++corners > maxCorners) refuse(`more than ${maxCorners} points`);
    // One corner too many is enough to refuse it.
    if (ring.corners.length > maxFenceCorners) return;
    const [lon = Number.NaN, lat = Number.NaN] = place
      .split(",")
      .map((part) => (part === "" ? Number.NaN : Number(part)));
    ring.corners.push([lon, lat]);
  };

  parser.ondoctype = () => refuse("a document type and entities are not accepted");
  parser.onopentag = ({ name: full }) => {
    const tag = bare(full);
    if (path.length >= maxDepth) refuse("is nested too deeply");
    if (path.length === 0 && tag !== "kml") refuse("is not KML");
    hasRoot = true;
    path.push(tag);
    if (named.has(tag)) [name, own] = ["", []];
    if (kinds.has(tag) && (tag !== "LinearRing" || placemark?.kind !== "Polygon")) {
      if (placemarks.length >= maxPlacemarks) refuse(`more than ${maxPlacemarks} places`);
      placemark = { name: "", kind: tag, rings: [] };
      placemarks.push(placemark);
      own.push(placemark);
    }
    if (tag === "coordinates" && placemark?.kind === "Polygon") {
      ring = { corners: [], count: 0 };
      // A polygon's outer ring comes first, wherever it is written.
      if (path.includes("innerBoundaryIs")) placemark.rings.push(ring);
      else placemark.rings.unshift(ring);
      rest = "";
    }
  };
  const textCame = (text: string): void => {
    if (path.at(-1) === "name" && named.has(path.at(-2) ?? "")) {
      name = (name + text).slice(0, longestName);
    } else if (ring !== null) {
      const places = (rest + text).split(/\s+/);
      rest = places.pop() ?? "";
      for (const place of places) take(place);
    }
  };
  Object.assign(parser, {
    onerror: ({ message }: Error) => refuse(`is not well-formed XML (${message.split("\n")[0]})`),
    ontext: textCame,
    oncdata: textCame,
  });
  parser.onclosetag = (full) => {
    const tag = path.pop();
    if (tag === "coordinates") {
      take(rest);
      [ring, rest] = [null, ""];
    }
    if (tag === placemark?.kind) placemark = null;
    if (!named.has(bare(full))) return;
    // A name may be written after the places.
    for (const each of own) each.name = name.trim();
    [name, own] = ["", []];
  };
  return {
    write: (piece: string): void => void parser.write(piece),
    end: (): KmlPlacemark[] => {
      parser.close();
      if (!hasRoot) throw kmlRefused("The file is empty");
      return placemarks;
    },
  };
}

const bare = (tag: string): string => tag.slice(tag.indexOf(":") + 1);

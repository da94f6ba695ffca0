import { setImmediate } from "node:timers/promises";
import { maxFenceCorners } from "@pulse/geo/fenceFaults";
import sax from "sax";
import type { KmlPlacemark } from "./KmlPlacemark.ts";
import { kmlCoordinates } from "./kmlCoordinates.ts";
import { kmlRefused } from "./kmlRefused.ts";
import { placeNames } from "./placeNames.ts";

const maxPlacemarks = 1000;
const maxCorners = 300_000;
const maxDepth = 64;
/** What has a place, or leads to it. Polygons and rings among them make geofences. */
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
/** A ring that is no polygon's is one of its own, as some apps write areas. */
const enclosing = new Set(["Polygon", "LinearRing"]);
const roots = new Set(["kml", "Document", "Folder", "Placemark"]);
const longestHref = 2_000;

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
  const names = placeNames();
  let corners = 0;
  /** The place that is being read, and the polygons of its placemark. */
  let place: KmlPlacemark | null = null;
  let polygons: KmlPlacemark | null = null;
  /** The text of the coordinates that are being read. */
  let coordinates: string[] | null = null;

  const refuse = (message: string): never => {
    throw kmlRefused(`line ${parser.line + 1}: ${message}`);
  };
  const begin = (kind: string): void => {
    if (placemarks.length >= maxPlacemarks) refuse(`more than ${maxPlacemarks} places`);
    place = { name: "", folders: [], kind, parts: [], href: null };
    placemarks.push(place);
    names.wanted(place);
  };
  const endRing = (): void => {
    const found = kmlCoordinates(coordinates!.join(""));
    coordinates = null;
    corners += found.length;
    if (corners > maxCorners) refuse(`more than ${maxCorners} points`);
    // One corner too many is enough to refuse it.
    const ring = { corners: found.slice(0, maxFenceCorners + 2), count: found.length };
    const part = place!.parts.at(-1)!;
    // A polygon's outer ring comes first, wherever it is written.
    if (path.includes("innerBoundaryIs")) part.push(ring);
    else part.unshift(ring);
  };

  parser.ondoctype = () => refuse("a document type and entities are not accepted");
  parser.onopentag = ({ name: full, attributes }) => {
    const tag = bare(full);
    if (path.length >= maxDepth) refuse("is nested too deeply");
    if (path.length === 0 && !roots.has(tag)) refuse("is not KML");
    path.push(tag);
    names.open(tag, attributes as Record<string, string>);
    if (tag === "Placemark") polygons = null;
    if (kinds.has(tag) && (tag !== "LinearRing" || place?.kind !== "Polygon")) {
      if (tag === "Polygon" && polygons !== null && path.includes("Placemark")) place = polygons;
      else begin(tag);
      if (tag === "Polygon") polygons = place;
      if (enclosing.has(tag)) place!.parts.push([]);
    }
    if (tag === "coordinates" && enclosing.has(place?.kind ?? "")) coordinates = [];
  };
  const onText = (text: string): void => {
    if (coordinates !== null) coordinates.push(text);
    else if (path.at(-1) === "href" && place?.kind === "NetworkLink")
      place.href = ((place.href ?? "") + text).slice(0, longestHref);
    else names.text(path, text);
  };
  Object.assign(parser, {
    onerror: ({ message }: Error) => refuse(`is not well-formed XML (${message.split("\n")[0]})`),
    ontext: onText,
    oncdata: onText,
  });
  parser.onclosetag = (full) => {
    const tag = path.at(-1);
    if (tag === "coordinates" && coordinates !== null) endRing();
    path.pop();
    if (tag === place?.kind) place = null;
    names.close(bare(full));
  };
  let hasText = false;
  return {
    write: (piece: string): void => {
      hasText ||= piece.trim() !== "";
      parser.write(piece);
    },
    end: (): KmlPlacemark[] => {
      parser.close();
      names.end();
      if (!hasText) throw kmlRefused("The file is empty");
      return placemarks;
    },
  };
}

const bare = (tag: string): string => tag.slice(tag.indexOf(":") + 1);

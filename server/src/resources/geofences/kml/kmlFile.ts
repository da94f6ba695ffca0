import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { EncodingFault, xmlEncoding } from "../../../platform/files/xmlText.ts";
import { geoJsonPlaces } from "./geoJsonPlaces.ts";
import { type KmlArchive, withKmlArchive } from "./kmlArchive.ts";
import type { KmlPlacemark } from "./KmlPlacemark.ts";
import { kmlPlacemarks } from "./kmlPlacemarks.ts";
import { kmlRefused } from "./kmlRefused.ts";

/** Links from file to file within an archive: real ones lead from doc.kml to the files beside it. */
const maxLinkDepth = 3;

/**
 * The places of a KML file, of a KMZ archive, or of a GeoJSON file, told apart by their bytes. Within an archive a link
 * to another of its files is read in place of the link; nothing is fetched, and nothing is unpacked to disk.
 * @throws {AppError} for a file that is none of them, is damaged or encrypted, or unpacks to too much
 */
export async function kmlFile(path: string): Promise<KmlPlacemark[]> {
  const head = await firstBytes(path);
  if (head.toString("latin1").startsWith("PK\u0003\u0004")) return withKmlArchive(path, placesOfArchive);
  const text = decoded(createReadStream(path));
  if (/^(?:\xef\xbb\xbf)?\s*[{[]/.test(head.toString("latin1"))) return geoJsonPlaces(await whole(text));
  return kmlPlacemarks(text);
}

async function placesOfArchive(archive: KmlArchive): Promise<KmlPlacemark[]> {
  const isRead = new Set<string>();
  const placesOf = async (name: string, depth: number): Promise<KmlPlacemark[]> => {
    isRead.add(name);
    const found: KmlPlacemark[] = [];
    for (const place of await kmlPlacemarks(decoded(archive.read(name)))) {
      const inner = place.href === null ? null : archive.linked(name, place.href);
      if (inner === null || depth >= maxLinkDepth) found.push(place);
      else if (!isRead.has(inner)) {
        const folders = [...place.folders, ...(place.name === "" ? [] : [place.name])];
        for (const each of await placesOf(inner, depth + 1))
          found.push({ ...each, folders: [...folders, ...each.folders] });
      }
    }
    return found;
  };
  return placesOf(archive.root, 0);
}

/** More than the declaration of an XML text. */
const headBytes = 512;

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Bytes as text in the encoding that they declare. */
async function* decoded(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(xmlEncoding(chunk as Uint8Array), { fatal: true });
      yield decoder.decode(chunk as Uint8Array, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (error) {
    if (error instanceof EncodingFault) throw kmlRefused(error.message, error);
    if (!(error instanceof TypeError)) throw error;
    const encoding = (decoder?.encoding ?? "utf-8").toUpperCase();
    throw kmlRefused(`The text must be ${encoding}`, error);
  }
}

async function whole(text: AsyncIterable<string>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces.join("");
}

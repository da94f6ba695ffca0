import { posix } from "node:path";
import { AppError, errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { kmlRefused } from "./kmlRefused.ts";

/** An open KMZ archive. */
export interface KmlArchive {
  /** The name of its own file (OGC 12-007r2, annex C): `doc.kml`, else the first one, the least deep. */
  root: string;
  /** The bytes of a file. No more is unpacked than is read, and all of them together only up to the limit. */
  read(name: string): AsyncGenerator<Uint8Array>;
  /** The KML file of the archive to which a link of one of its files leads; null: it leads elsewhere. */
  linked(from: string, href: string): string | null;
}

const maxEntries = 1000;

/** @throws {AppError} for an archive that is damaged, encrypted, without KML, or unpacks to too much */
export async function withKmlArchive<T>(path: string, work: (archive: KmlArchive) => Promise<T>): Promise<T> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw kmlRefused("The archive is damaged", error);
  });
  try {
    const entries = await kmlEntries(zip);
    const root = rootOf([...entries.keys()]);
    if (root === null) throw kmlRefused("The archive contains no KML file");
    let unpackedBytes = 0;
    const read = async function* (name: string): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name)!;
      if (entry.isEncrypted()) throw kmlRefused("The archive is encrypted");
      if (unpackedBytes + entry.uncompressedSize > limits.kmlUnpackedBytes) throw tooLarge();
      // The sizes that an archive states need not be true.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpackedBytes += (chunk as Buffer).length;
        if (unpackedBytes > limits.kmlUnpackedBytes) throw tooLarge();
        yield chunk as Buffer;
      }
    };
    const linked = (from: string, href: string): string | null => {
      const name = nameWithin(from, href.trim());
      if (name === null) return null;
      // Some apps write the archive's own name first.
      const wanted = new Set([name, name.replace(/^.*\.kmz\//, "")]);
      return [...entries.keys()].find((each) => wanted.has(each.toLowerCase())) ?? null;
    };
    return await work({ root, read, linked });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The reader's words for a name that would leave the folder into which an archive is unpacked.
    const isOutside = error instanceof Error && /^(invalid relative path|absolute path)/.test(error.message);
    throw kmlRefused(isOutside ? "The archive contains a path that leads out of it" : "The archive is damaged", error);
  } finally {
    zip.close();
  }
}

/** What programs add to an archive that is not part of it: macOS keeps resource forks beside the files. */
const isForeign = (name: string): boolean => /(^|\/)(__MACOSX\/|\._)/i.test(name);

async function kmlEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (/\.kml$/i.test(entry.fileName) && !isForeign(entry.fileName)) found.set(entry.fileName, entry);
    if (++count >= maxEntries) break;
  }
  return found;
}

function rootOf(names: readonly string[]): string | null {
  const depth = (name: string): number => name.split("/").length;
  const isDoc = (name: string): boolean => /(^|\/)doc\.kml$/i.test(name);
  // In the order of the archive where nothing else decides.
  const [first] = names.toSorted(
    (a, b) => depth(a) - depth(b) || Number(isDoc(b)) - Number(isDoc(a)) || names.indexOf(a) - names.indexOf(b),
  );
  return first ?? null;
}

/** The name of a link's target, in lower case; null: it is an address of another place. */
function nameWithin(from: string, href: string): string | null {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(href)) return null;
  const [path = ""] = href.split(/[?#]/);
  try {
    const name = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path.replaceAll("\\", "/"))));
    return name.startsWith("../") ? null : name.replace(/^\//, "").toLowerCase();
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

function tooLarge(): AppError {
  const max = `${limits.kmlUnpackedBytes / 1024 / 1024} MB`;
  const message = errorMessage("file_too_large", { max });
  return new AppError("file_too_large", {
    values: { max },
    details: [{ path: "file", code: "file_too_large", message }],
  });
}

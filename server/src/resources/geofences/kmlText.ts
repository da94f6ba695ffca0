import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { AppError, errorMessage } from "@pulse/contract/errors";
import { limits } from "@pulse/contract/limits";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { kmlRefused } from "./kmlRefused.ts";

const maxEntries = 1000;

/**
 * The text of a KML file, or of the first KML file in a KMZ archive, piece by piece. Nothing is unpacked to disk, and
 * no more is unpacked than is read.
 * @throws {AppError} for a file that is neither, is damaged or encrypted, or unpacks to too much
 */
export async function* kmlText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of (await isZip(path)) ? unpacked(path) : createReadStream(path))
      yield decoder.decode(bytes as Uint8Array, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw kmlRefused("The text must be UTF-8", error);
    throw error;
  }
}

/** By its bytes, not by its name. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === "PK\u0003\u0004";
  } finally {
    await file.close();
  }
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  // It closes itself when it is read to its end, or has failed.
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw kmlRefused("The archive is damaged", error);
  });
  try {
    const entry = await firstKml(zip);
    if (entry === null) throw kmlRefused("The archive contains no KML file");
    if (entry.isEncrypted()) throw kmlRefused("The archive is encrypted");
    if (entry.uncompressedSize > limits.kmlUnpackedBytes) throw tooLarge();
    let bytes = 0;
    // The sizes that an archive states need not be true.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      bytes += (chunk as Buffer).length;
      if (bytes > limits.kmlUnpackedBytes) throw tooLarge();
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : kmlRefused("The archive is damaged", error);
  } finally {
    zip.close();
  }
}

/** KMZ's own file is the first one with that ending; the other files are pictures. */
async function firstKml(zip: ZipFile): Promise<Entry | null> {
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (/\.kml$/i.test(entry.fileName)) return entry;
    if (++count >= maxEntries) break;
  }
  return null;
}

function tooLarge(): AppError {
  const max = `${limits.kmlUnpackedBytes / 1024 / 1024} MB`;
  const message = errorMessage("file_too_large", { max });
  return new AppError("file_too_large", {
    values: { max },
    details: [{ path: "file", code: "file_too_large", message }],
  });
}

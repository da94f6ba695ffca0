import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { v7 as uuidv7 } from "uuid";
import type { DxfPlan } from "@pulse/geo/dxf/dxfPlan";
import type { ImageJob } from "./imageProcess.ts";
import { imageProcesses } from "./imageProcesses.ts";

export interface StoredImage {
  id: string;
  contentType: "image/webp" | "image/png";
  /** Bytes. */
  size: number;
  sha256: string;
  width: number;
  height: number;
}

/** An uploaded file, which exists as long as its request. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The sender's name for it. */
  filename: string;
}

export interface UploadStore {
  /** Receives a file as a stream. Rejects when the sender or the disk fails; nothing is left behind then. */
  receive(stream: Readable, filename: string): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
}

export interface FileStore extends UploadStore {
  /** Customers take turns at the decoder. Decodes and re-encodes an image (PNG, JPEG, WebP, SVG), so that we only serve what we wrote ourselves. */
  putImage(bytes: Uint8Array, customerId: string): Promise<StoredImage>;
  /** The same for a received photograph (PNG, JPEG, WebP): upright, at most 2048 pixels long, without its metadata. */
  putPhoto(file: ReceivedFile, customerId: string): Promise<StoredImage>;
  /** The same for a received floor plan (PNG, JPEG, WebP, SVG), with all its detail. */
  putPlan(file: ReceivedFile, customerId: string): Promise<StoredImage>;
  /** What a received CAD drawing contains besides its picture; stores nothing. Rejects as `putPlan` does. */
  readCad(file: ReceivedFile, customerId: string): Promise<Omit<DxfPlan, "svg">>;
  /** The bytes, at most `width` pixels wide if given; null: nothing is stored under this id. */
  open(id: string, width: number | null, customerId: string): Promise<{ stream: ReadStream; size: number } | null>;
  /** Deletes a file in all its widths; a missing file is no fault. */
  remove(id: string): Promise<void>;
  /** The ids of everything untouched since then: stored files, and leftovers of unfinished ones. */
  untouchedSince(beforeMs: number): Promise<Set<string>>;
}

/** Widths that are made on first request; other widths are rounded up to the next of them. */
const widths = [256, 512, 1024, 2048, 4096];
/** Each name begins with an id. An unfinished file has an id of its own that nobody knows. */
const idOf = (name: string): string => name.slice(0, 36);

/** Uploaded files in a folder, each under its id, with smaller widths of an image beside it. */
export async function diskFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true });
  const images = imageProcesses();
  const unfinished = (): string => join(folder, `${uuidv7()}.part`);
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    // A half-written file never has its final name, and a file with its final name survives a power cut.
    const temporary = unfinished();
    await writeFile(temporary, bytes, { flush: true });
    await rename(temporary, join(folder, name));
  };
  const put = async (job: ImageJob, customerId: string): Promise<StoredImage> => {
    const { data, width, height } = await images.run(job, customerId);
    const id = uuidv7();
    await write(id, data);
    const sha256 = createHash("sha256").update(data).digest("hex");
    return { id, contentType: "image/webp", size: data.length, sha256, width, height };
  };
  const discard = (path: string): Promise<void> => rm(path, { force: true });

  return {
    receive: async (stream, filename) => {
      const path = unfinished();
      const hash = createHash("sha256");
      let size = 0;
      try {
        const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
          for await (const chunk of chunks) {
            hash.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        };
        await pipeline(stream, measured, createWriteStream(path));
      } catch (error) {
        await discard(path);
        throw error;
      }
      return { path, size, sha256: hash.digest("hex"), filename };
    },
    discard: (file) => discard(file.path),
    putImage: (bytes, customerId) => put({ rewrite: bytes }, customerId),
    putPhoto: (file, customerId) => put({ photo: file.path }, customerId),
    putPlan: (file, customerId) => put({ plan: file.path }, customerId),
    readCad: async (file, customerId) => {
      const { data } = await images.run({ cad: file.path }, customerId);
      return JSON.parse(new TextDecoder().decode(data)) as Omit<DxfPlan, "svg">;
    },
    open: async (id, width, customerId) => {
      const original = join(folder, id);
      const wanted = width === null ? undefined : widths.find((each) => each >= width);
      const path = wanted === undefined ? original : `${original}.${wanted}`;
      let found = await stat(path).catch(() => null);
      if (found === null && wanted !== undefined && (await stat(original).catch(() => null))) {
        const { data } = await images.run({ narrow: original, width: wanted }, customerId);
        await write(`${id}.${wanted}`, data);
        found = await stat(path);
      }
      return found && { stream: createReadStream(path), size: found.size };
    },
    remove: async (id) => {
      for (const name of [id, `${id}.part`, ...widths.map((width) => `${id}.${width}`)])
        await discard(join(folder, name));
    },
    untouchedSince: async (beforeMs) => {
      const ids = new Set<string>();
      for (const name of await readdir(folder)) {
        const found = await stat(join(folder, name)).catch(() => null);
        if (found !== null && found.mtimeMs < beforeMs) ids.add(idOf(name));
      }
      return ids;
    },
  };
}

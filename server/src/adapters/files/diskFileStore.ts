import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
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

export interface FileStore {
  /** Decodes and re-encodes an image (PNG, JPEG, WebP, SVG), so that what is served is what we wrote. */
  putImage(bytes: Uint8Array): Promise<StoredImage>;
  /** The bytes, at most `width` pixels wide when given; null: nothing is stored under this id. */
  open(id: string, width: number | null): Promise<{ stream: ReadStream; size: number } | null>;
}

/** Widths that are made when first asked for; others are rounded up to the next of them. */
const widths = [256, 512, 1024, 2048, 4096];

/** Uploaded files in a folder, each under its id; smaller widths of an image beside it. */
export async function diskFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true });
  const images = imageProcesses();
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    // A half-written file never has the real name.
    const temporary = join(folder, `${name}.${uuidv7()}.part`);
    await writeFile(temporary, bytes);
    await rename(temporary, join(folder, name));
  };
  return {
    putImage: async (bytes) => {
      const { data, width, height } = await images.run({ rewrite: bytes });
      const id = uuidv7();
      await write(id, data);
      return {
        id,
        contentType: "image/webp",
        size: data.length,
        sha256: createHash("sha256").update(data).digest("hex"),
        width,
        height,
      };
    },
    open: async (id, width) => {
      const original = join(folder, id);
      const wanted = width === null ? undefined : widths.find((each) => each >= width);
      const path = wanted === undefined ? original : `${original}.${wanted}`;
      let found = await stat(path).catch(() => null);
      if (found === null && wanted !== undefined && (await stat(original).catch(() => null))) {
        const { data } = await images.run({ narrow: original, width: wanted });
        await write(`${id}.${wanted}`, data);
        found = await stat(path);
      }
      return found && { stream: createReadStream(path), size: found.size };
    },
  };
}

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { v7 as uuidv7 } from "uuid";
import type { UploadStore } from "./fileStore.ts";

/** Ends the name of an unfinished file; before it comes an id of its own that nobody knows. */
export const unfinishedSuffix = ".part";

export interface UploadFolder extends UploadStore {
  /** A new path for a file of a moment. */
  unfinished(): string;
  delete(path: string): Promise<void>;
  /** Deletes what was left under this id. */
  deleteLeftover(id: string): Promise<void>;
  /** The ids of what has been untouched since then. */
  leftoversSince(beforeMs: number): Promise<string[]>;
}

/** Files of a moment, in a folder of this machine: uploads, and what is made of them. */
export async function uploadFolder(folder: string): Promise<UploadFolder> {
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string): string => join(folder, `${id}${unfinishedSuffix}`);
  const unfinished = (): string => pathOf(uuidv7());
  const remove = (path: string): Promise<void> => rm(path, { force: true });
  return {
    unfinished,
    delete: remove,
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
        await remove(path);
        throw error;
      }
      return { path, size, sha256: hash.digest("hex"), filename };
    },
    discard: (file) => remove(file.path),
    deleteLeftover: (id) => remove(pathOf(id)),
    leftoversSince: async (beforeMs) => {
      const ids: string[] = [];
      for (const name of await readdir(folder)) {
        if (!name.endsWith(unfinishedSuffix)) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found !== null && found.mtimeMs < beforeMs) ids.push(name.slice(0, -unfinishedSuffix.length));
      }
      return ids;
    },
  };
}

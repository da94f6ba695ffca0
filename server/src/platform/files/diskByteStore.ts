import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { ByteStore, ListedFile } from "./byteStore.ts";
import { holdFile } from "./holdFile.ts";
import { unfinishedSuffix } from "./uploadFolder.ts";

/** The bytes of files in a folder, which is made when the first one is written. */
export function diskByteStore(folder: string): ByteStore {
  const pathOf = (name: string): string => join(folder, name);
  return {
    write: async (name, bytes) => {
      await mkdir(folder, { recursive: true });
      // A half-written file never has its final name, and a file with its final name survives a power cut.
      const temporary = pathOf(`${uuidv7()}${unfinishedSuffix}`);
      await writeFile(temporary, bytes, { flush: true });
      await rename(temporary, pathOf(name));
    },
    take: async (name, path) => {
      await mkdir(folder, { recursive: true });
      await rename(path, pathOf(name));
    },
    open: async (name) => {
      const found = await stat(pathOf(name)).catch(() => null);
      return found && { stream: createReadStream(pathOf(name)), size: found.size };
    },
    read: async (name, start, end) => {
      const file = await open(pathOf(name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      });
      if (file === null) return null;
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
        return bytesRead === end - start ? buffer : buffer.slice(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    localPath: async (name) => ((await stat(pathOf(name)).catch(() => null)) ? pathOf(name) : null),
    hold: (name, path) => holdFile(pathOf(name), path, false),
    remove: async (names) => {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    list: async () => {
      const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw error;
      });
      const files: ListedFile[] = [];
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue;
        // Null: deleted since the folder was listed.
        const found = await stat(pathOf(entry.name)).catch(() => null);
        if (found !== null) files.push({ name: entry.name, size: found.size, modifiedMs: found.mtimeMs });
      }
      return files;
    },
  };
}

import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What a folder and all in it take on the disk, bytes. What is deleted meanwhile does not count. Links are not followed. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessGone([]));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    else if (entry.isFile()) {
      const found = await lstat(path).catch(unlessGone(null));
      // In blocks of 512 bytes; a file with holes takes less than its length.
      bytes += found === null ? 0 : found.blocks * 512;
    }
  }
  return bytes;
}

const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };

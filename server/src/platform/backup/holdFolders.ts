import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ByteStore } from "../files/byteStore.ts";
import { holdFile } from "../files/holdFile.ts";
import { type BackupFolder, backupFolders } from "./archiveFormat.ts";

/** A file that stays as it is until the backup has it. */
export interface HeldFile {
  folder: BackupFolder;
  /** Within the folder, with slashes. */
  path: string;
  /** Where it is read from. */
  source: string;
  /** Bytes at the moment of the backup; a file of the log may have grown since. */
  size: number;
}

export interface HeldFolders {
  /** Looks again: adds what has come since, and takes the sizes of this moment. */
  again(): Promise<void>;
  files(): HeldFile[];
}

/** Files that are written in place are copied; the others are written once, or only appended to, and are linked. */
const copiedFolders: ReadonlySet<BackupFolder> = new Set(["keys", "audit-spool"]);
/** What is still being written under another name. */
const unfinished = /\.(part|new)$/;
/** Those in the data folder, wherever uploaded files are. */
const dataFolders = backupFolders.filter((folder) => folder !== "files");
/** How many uploaded files are held at once: a store elsewhere answers each after some milliseconds. */
const filesAtOnce = 8;

/**
 * Holds the files of the data folder in `staging`, so that nothing deletes them while they are read: those that exist now,
 * and those of a second look at the moment of the database. What a row names at that moment is among them, and so is
 * every message that was acknowledged before.
 * @param uploaded the store of uploaded files, which may be elsewhere
 */
export async function holdFolders(dataDir: string, staging: string, uploaded: ByteStore): Promise<HeldFolders> {
  const held = new Map<string, HeldFile>();
  const holdUploaded = async (): Promise<void> => {
    const source = (path: string): string => join(staging, "files", path);
    const fresh = (await uploaded.list()).filter(({ name }) => !held.has(source(name)));
    for (let start = 0; start < fresh.length; start += filesAtOnce) {
      await Promise.all(
        fresh.slice(start, start + filesAtOnce).map(async ({ name, size }) => {
          // Not held: deleted since the list, so nobody needs it.
          if (await uploaded.hold(name, source(name)))
            held.set(source(name), { folder: "files", path: name, source: source(name), size });
        }),
      );
    }
  };
  const again = async (): Promise<void> => {
    await holdUploaded();
    for (const folder of dataFolders) {
      for (const path of await filesIn(join(dataDir, folder))) {
        const source = join(staging, folder, path);
        const isKnown = held.has(source);
        const mayHaveGrown = copiedFolders.has(folder) || folder === "log";
        if (!isKnown || mayHaveGrown) {
          const isHeld = await holdFile(join(dataDir, folder, path), source, copiedFolders.has(folder));
          // Deleted since the folder was listed, so nobody needs it.
          if (!isHeld && !isKnown) continue;
        }
        held.set(source, { folder, path, source, size: (await stat(source)).size });
      }
    }
  };
  await again();
  // In the same order whenever they were found, since the archive's sums depend on it.
  const place = ({ folder, path }: HeldFile): string => `${backupFolders.indexOf(folder)} ${path}`;
  return {
    again,
    files: () => [...held.values()].toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
  };
}

/** The files in a folder and below it, with slashes, in order; empty if there is no such folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && !unfinished.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

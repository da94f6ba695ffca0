import { copyFile, link, mkdir, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
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
/** A file system without hard links, or with too many of one file. */
const cannotLink: ReadonlySet<string | undefined> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EXDEV",
]);

/**
 * Holds the files of the data folder in `staging`, so that nothing deletes them while they are read: those that exist now,
 * and those of a second look at the moment of the database. What a row names at that moment is among them, and so is
 * every message that was acknowledged before.
 */
export async function holdFolders(dataDir: string, staging: string): Promise<HeldFolders> {
  const held = new Map<string, HeldFile>();
  const again = async (): Promise<void> => {
    for (const folder of backupFolders) {
      for (const path of await filesIn(join(dataDir, folder))) {
        const source = join(staging, folder, path);
        const isKnown = held.has(source);
        const mayHaveGrown = copiedFolders.has(folder) || folder === "log";
        if (!isKnown || mayHaveGrown) {
          const isHeld = await hold(join(dataDir, folder, path), source, copiedFolders.has(folder));
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

/** Links or copies a file to `to`. False: it no longer exists. */
async function hold(from: string, to: string, isCopied: boolean): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (!isCopied && (await linked(from, to))) return true;
    // What is held already stays if the file is deleted meanwhile.
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** False: the file system cannot link. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The link of an earlier look; a copy, which may be shorter by now, is made again.
    if (code === "EEXIST") return (await stat(to)).nlink > 1;
    if (cannotLink.has(code)) return false;
    throw error;
  }
}

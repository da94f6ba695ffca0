import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ByteStore } from "../files/byteStore.ts";
import { BackupRefused } from "./archiveFormat.ts";

/** A store of uploaded files that is not the data folder. */
export interface RemoteFiles {
  /** Tells stores apart, without key or secret. */
  name: string;
  bytes: ByteStore;
}

/** The way of uploaded files from a restore's staging folder to where they belong. */
export interface FileTarget {
  /**
   * Rejects with a BackupRefused if the store has files, unless they are of a restore into it that was cut short: then it
   * is true, and `begin` has to note that again.
   */
  refuseFull(): Promise<boolean>;
  /** Notes, in the staging folder, into which store files will go. */
  begin(): Promise<void>;
  /** Stores what the staging folder has. */
  place(): Promise<void>;
  /** Deletes again what `place` has stored, as far as that is possible. */
  undo(): Promise<void>;
}

/** @param remote null: they appear in the data folder with everything else */
export function fileTarget(staging: string, remote: RemoteFiles | null): FileTarget {
  if (remote === null) {
    const nothing = async (): Promise<void> => undefined;
    return { refuseFull: async () => false, begin: nothing, place: nothing, undo: nothing };
  }
  const { name, bytes } = remote;
  const note = join(staging, "store-of-files");
  const placed: string[] = [];
  return {
    refuseFull: async () => {
      const unfinishedIn = await readFile(note, "utf8").catch(() => null);
      if (unfinishedIn === name) return true;
      if ((await bytes.list()).length === 0) return false;
      throw new BackupRefused("the bucket of PULSE_FILES_URL has files of Pulse; a restore needs one without");
    },
    begin: async () => {
      await mkdir(staging, { recursive: true, mode: 0o700 });
      await writeFile(note, name, { mode: 0o600, flush: true });
    },
    place: async () => {
      const folder = join(staging, "files");
      const names = await readdir(folder).catch(() => []);
      for (const each of names) {
        placed.push(each);
        await bytes.write(each, await readFile(join(folder, each)));
      }
      await rm(folder, { recursive: true, force: true });
    },
    undo: () => bytes.remove(placed).catch(() => undefined),
  };
}

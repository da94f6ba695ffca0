import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSnapshot } from "../database/databaseSnapshot.ts";
import type { ByteStore } from "../files/byteStore.ts";
import { BackupRefused } from "./archiveFormat.ts";
import { holdFolders } from "./holdFolders.ts";
import { writeArchive } from "./writeArchive.ts";

/** A backup that is being made. */
export interface RunningBackup {
  archive: ReadableStream<Uint8Array>;
  /** Releases what is held for it, whether the archive was read to its end or not. */
  close(): Promise<void>;
}

/** Makes backups, one at a time. */
export interface BackupTaker {
  /** Takes the moment. Rejects with a BackupRefused while another backup is being made. */
  begin(): Promise<RunningBackup>;
}

/** Where the files of a backup are held, and the embedded database's copy; in the data folder, so that files can be linked. */
export const stagingName = "backup-staging";

/**
 * @param parts.files the store of uploaded files
 * @param parts.snapshot how the database's moment is taken (databasePort.ts)
 */
export function backupTaker(parts: {
  dataDir: string;
  files: ByteStore;
  snapshot(folder: string, atMoment: () => Promise<void>): Promise<DatabaseSnapshot>;
  product: string;
  now(): number;
}): BackupTaker {
  const { dataDir, product, now } = parts;
  const staging = join(dataDir, stagingName);
  let isRunning = false;
  const clear = (): Promise<void> => rm(staging, { recursive: true, force: true });
  const take = async (): Promise<RunningBackup> => {
    // What a killed process left.
    await clear();
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const atMs = now();
    const folders = await holdFolders(dataDir, staging, parts.files);
    const snapshot = await parts.snapshot(join(staging, "database"), folders.again);
    const archive = writeArchive({ db: snapshot.db, files: folders.files() }, product, atMs);
    return {
      archive,
      close: async () => {
        try {
          await snapshot.close();
        } finally {
          await clear();
          isRunning = false;
        }
      },
    };
  };
  return {
    begin: async () => {
      if (isRunning) throw new BackupRefused("another backup is being made; try again once it has ended");
      isRunning = true;
      try {
        return await take();
      } catch (error) {
        await clear().catch(() => undefined);
        isRunning = false;
        throw error;
      }
    },
  };
}

/** Makes a backup and gives its archive to `read`, which reads it to its end. */
export async function withBackup(
  taker: BackupTaker,
  read: (archive: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const backup = await taker.begin();
  try {
    await read(backup.archive);
  } finally {
    await backup.archive.cancel().catch(() => undefined);
    await backup.close();
  }
}

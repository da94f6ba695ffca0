import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { versions } from "@pulse/contract/limits";
import { BackupRefused } from "../platform/backup/archiveFormat.ts";
import { backupTaker, withBackup } from "../platform/backup/backupTaker.ts";
import { type Restored, restoreArchive } from "../platform/backup/restoreArchive.ts";
import { openSealed, writeSealed } from "../platform/backup/sealedFile.ts";
import { refuseUnfinishedRestore } from "../platform/backup/unfinishedRestore.ts";
import type { Config } from "../platform/config/config.ts";
import { isMigrated } from "../platform/database/databaseShape.ts";
import { beginSnapshot } from "../platform/database/databaseSnapshot.ts";
import { FolderInUse, type FolderLock, lockFolder } from "../platform/database/folderLock.ts";
import { refuseUnfinishedMigration } from "../platform/database/migrationRecord.ts";
import { openUnmigrated } from "../platform/database/unmigratedDatabase.ts";
import { askForBackup } from "./askRunning.ts";
import { openBytes } from "./openBytes.ts";
import { checkWritable } from "./startFaults.ts";

type Where = Pick<Config, "dataDir" | "databaseUrl" | "filesStore">;

/**
 * Writes a backup of an installation to a file: by the running Pulse if there is one, otherwise from the folder and the
 * database as they are, whatever their release. Rejects with a ConfigError or a BackupRefused of one line.
 */
export async function backUp(
  config: Where,
  path: string,
  options: { passphrase: string | null; replace: boolean },
): Promise<{ isRunning: boolean }> {
  const dataDir = resolve(config.dataDir);
  if (!existsSync(dataDir) || (config.databaseUrl === null && !existsSync(join(dataDir, "database"))))
    throw new BackupRefused(`PULSE_DATA_DIR="${config.dataDir}": there is nothing to back up`);
  refuseUnfinishedRestore(dataDir);
  const lock = lockUnlessRunning(dataDir);
  if (lock === null) {
    await writeSealed(path, () => askForBackup(dataDir), options);
    return { isRunning: true };
  }
  try {
    await backUpStopped({ ...config, dataDir }, path, options);
    return { isRunning: false };
  } finally {
    lock.release();
  }
}

/** Null: a running process has it. */
function lockUnlessRunning(dataDir: string): FolderLock | null {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

async function backUpStopped(
  { dataDir, databaseUrl, filesStore }: Where,
  path: string,
  options: { passphrase: string | null; replace: boolean },
): Promise<void> {
  const files = await openBytes({ filesStore }, dataDir);
  const opened = await openUnmigrated(databaseUrl === null ? { folder: join(dataDir, "database") } : { databaseUrl });
  try {
    if (databaseUrl !== null) await refuseUnfinishedMigration(opened.db, databaseUrl);
    if (!(await isMigrated(opened.db))) throw new BackupRefused("the database is empty: there is nothing to back up");
    const snapshot = (_folder: string, atMoment: () => Promise<void>) => beginSnapshot(opened.db, atMoment);
    const taker = backupTaker({ dataDir, files: files.bytes, snapshot, product: versions.app, now: Date.now });
    await withBackup(taker, (archive) => writeSealed(path, async () => archive, options));
  } finally {
    await opened.close();
    files.close();
  }
}

/** Puts a backup into an empty data folder and database. Rejects with a ConfigError or a BackupRefused of one line. */
export async function restore(config: Where, path: string, passphrase: string | null): Promise<Restored> {
  const dataDir = resolve(config.dataDir);
  // Before the folder is made: a name that is wrong should leave nothing.
  await (await openSealed(path, passphrase)).cancel();
  checkWritable(config.dataDir, dataDir);
  const lock = lockFolder(dataDir);
  try {
    const open = (): Promise<ReadableStream<Uint8Array>> => openSealed(path, passphrase);
    const { filesStore } = config;
    const files = await openBytes(config, dataDir);
    try {
      return await restoreArchive(open, {
        dataDir,
        databaseUrl: config.databaseUrl,
        remoteFiles: filesStore && { name: `${filesStore.host}/${filesStore.bucket}`, bytes: files.bytes },
        extraMigrations: identityMigrations,
      });
    } finally {
      files.close();
    }
  } finally {
    lock.release();
  }
}

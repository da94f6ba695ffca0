import { join, resolve } from "node:path";
import { versions } from "@pulse/contract/limits";
import { identityMigrations } from "@pulse/identity/migrations";
import type { Kysely } from "kysely";
import { backupTaker, withBackup } from "../platform/backup/backupTaker.ts";
import { writeSealed } from "../platform/backup/sealedFile.ts";
import { refuseUnfinishedRestore } from "../platform/backup/unfinishedRestore.ts";
import { openDatabase, type OpenDatabase, ping } from "../platform/database/database.ts";
import { endLeases } from "../platform/database/lease.ts";
import type { Reading } from "../platform/database/databasePort.ts";
import type { Database } from "../platform/database/schema.ts";
import type { ByteStore } from "../platform/files/byteStore.ts";
import type { FileStore } from "../platform/files/fileStore.ts";
import { imageFileStore } from "../platform/files/imageFileStore.ts";
import type { Config } from "../platform/config/config.ts";
import type { BaseContext } from "./baseContext.ts";
import { openControlPort } from "./controlPort.ts";
import { openBytes, type OpenBytes } from "./openBytes.ts";
import { lockOwnFolder } from "./lockOwnFolder.ts";
import { privateDataFolder } from "./privateDataFolder.ts";

export interface Storage {
  /** What only this process writes to: the data folder, or a part of it beside other processes. */
  ownFolder: string;
  database: OpenDatabase;
  db: Kysely<Database>;
  /** For files and jobs, which may take their time. */
  background: Kysely<Database>;
  reading: Reading;
  files: FileStore;
  /** The files of reports. */
  storedReports: ByteStore;
  /** The files of cold history, which lie among the uploaded ones. */
  coldFiles: ByteStore;
  /** The files' store, if it is not the data folder. */
  remoteFiles: OpenBytes["remote"];
  /** Writes a backup, not encrypted, to a new file. */
  writeBackup(path: string, signal: AbortSignal): Promise<void>;
  /** One cheap question to the database. */
  ping(): Promise<void>;
}

/** The database of the settings, migrated to this release, including identity's tables. */
export async function openConfigured(config: Config, onError?: (error: unknown) => void): Promise<OpenDatabase> {
  const dataDir = resolve(config.dataDir);
  refuseUnfinishedRestore(dataDir);
  const database = await openDatabase({
    dataDir,
    databaseUrl: config.databaseUrl,
    readUrl: config.databaseReadUrl,
    extraMigrations: identityMigrations,
    ...(onError ? { onError } : {}),
  });
  // The folder admits one process, so whoever held a lease before is gone.
  if (database.kind === "pglite") await endLeases(database.db);
  return database;
}

/** Opens database and files. @param existing an open database, which stays its owner's */
export async function openStorage(
  { config, dataDir, log, now, problem, onStop }: BaseContext,
  existing: OpenDatabase | undefined,
): Promise<Storage> {
  // First, so that a store that cannot be used leaves nothing half started.
  const { bytes, reports: storedReports, remote, close } = await openBytes(config, dataDir);
  onStop(async () => close());
  const database = existing ?? (await openConfigured(config, problem));
  const { db, background, reading } = database;
  if (!existing) onStop(() => database.close());
  // The embedded database takes this lock itself; with a database server, the log and the spool need it.
  const own = !existing && database.kind === "postgres" ? lockOwnFolder(dataDir, config.nats !== null) : null;
  if (own) onStop(own.release);
  await privateDataFolder({ dataDir, log });
  const files = await imageFileStore(bytes, join(dataDir, "files"));
  const backups = backupTaker({ dataDir, files: bytes, snapshot: database.snapshot, product: versions.app, now });
  // Only whoever has locked the folder answers for it.
  if (!existing && (own === null || own.folder === dataDir)) await openControlPort({ dataDir, backups, log, onStop });
  const writeBackup = (path: string, signal: AbortSignal): Promise<void> =>
    withBackup(backups, (archive) =>
      writeSealed(path, async () => archive, { passphrase: null, replace: false, signal }),
    );
  return {
    ownFolder: own?.folder ?? dataDir,
    database,
    db,
    background,
    reading,
    files,
    storedReports,
    coldFiles: bytes,
    remoteFiles: remote,
    writeBackup,
    ping: () => ping(db),
  };
}

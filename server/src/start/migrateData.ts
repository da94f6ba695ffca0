import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { BackupRefused } from "../platform/backup/archiveFormat.ts";
import { stagingName } from "../platform/backup/backupTaker.ts";
import { refuseUnfinishedRestore } from "../platform/backup/unfinishedRestore.ts";
import type { Config } from "../platform/config/config.ts";
import { ConfigError } from "../platform/config/settings.ts";
import { type CopiedFiles, copyFiles } from "../platform/dataMigration/copyFiles.ts";
import { type MigrationState, migrateDatabase, migrationState } from "../platform/dataMigration/migrateDatabase.ts";
import type { CopiedFiles as CopiedFolder, CopyJob } from "../platform/database/copyChanged.ts";
import type { UnmigratedDatabase } from "../platform/database/databasePort.ts";
import { isMigrated } from "../platform/database/databaseShape.ts";
import { beginSnapshot } from "../platform/database/databaseSnapshot.ts";
import { lockFolder } from "../platform/database/folderLock.ts";
import { withoutPassword } from "../platform/database/postgresAddress.ts";
import { openUnmigrated } from "../platform/database/unmigratedDatabase.ts";
import { threadWork } from "../platform/runtime/threadWork.ts";
import type { S3Address } from "../platform/files/s3/s3Address.ts";
import { diskByteStore } from "../platform/files/diskByteStore.ts";
import { ownKeyIds } from "./ownKeyIds.ts";
import { openBucket } from "./openBytes.ts";

export interface MigrationTarget {
  /** `postgres://…` */
  databaseUrl: string;
  /** Where files are moved to; null: they stay. */
  files: S3Address | null;
}

export interface MigratedData {
  state: MigrationState;
  /** The database's address without its password. */
  database: string;
  tables: number;
  rows: number;
  /** How many tables and parts of tables were there already. */
  alreadyThere: number;
  /** Null: they stay. */
  files: CopiedFiles | null;
}

/**
 * Moves an embedded installation to a PostgreSQL server, and its files to a bucket if one is named. The folder stays as it
 * is: its database is copied beside it and read there. Rejects with a ConfigError or a BackupRefused of one line.
 * @param copied called after each table or partition
 */
export async function migrateData(
  config: Pick<Config, "dataDir" | "databaseUrl" | "filesStore">,
  to: MigrationTarget,
  copied?: (name: string) => void,
): Promise<MigratedData> {
  const dataDir = resolve(config.dataDir);
  if (config.databaseUrl !== null)
    throw new BackupRefused("PULSE_DATABASE_URL is set: this installation is on a PostgreSQL server already");
  if (to.files !== null && config.filesStore !== null)
    throw new BackupRefused("PULSE_FILES_URL is set: the files are in a bucket already, so leave --files out");
  const database = join(dataDir, "database");
  if (!existsSync(database)) throw new BackupRefused(`PULSE_DATA_DIR="${config.dataDir}": there is nothing to move`);
  refuseUnfinishedRestore(dataDir);
  const lock = lockFolder(dataDir);
  const staging = join(dataDir, stagingName);
  try {
    await rm(staging, { recursive: true, force: true });
    const copy = join(staging, "database");
    // Opening a database writes to it.
    const copying = threadWork<CopyJob, CopiedFolder>(new URL("../platform/database/copyThread.ts", import.meta.url));
    await copying.run({ from: database, to: copy, copied: new Map() });
    return await moveTo(await openUnmigrated({ folder: copy }), dataDir, to, copied);
  } finally {
    await rm(staging, { recursive: true, force: true });
    lock.release();
  }
}

async function moveTo(
  embedded: UnmigratedDatabase,
  dataDir: string,
  to: MigrationTarget,
  copied?: (name: string) => void,
): Promise<MigratedData> {
  const bucket = to.files === null ? null : await openBucket(to.files, "--files").catch(closing(embedded));
  const server = await openTarget(to.databaseUrl).catch(closing(embedded));
  try {
    if (!(await isMigrated(embedded.db))) throw new BackupRefused("the database is empty: there is nothing to move");
    const snapshot = await beginSnapshot(embedded.db, async () => undefined);
    try {
      const parts = {
        source: snapshot.db,
        target: server.db,
        keyIds: await ownKeyIds(dataDir),
        bucket: to.files && `${to.files.host}/${to.files.bucket}`,
        extraMigrations: identityMigrations,
      };
      const { state, bucket: known } = await migrationState(parts);
      if (bucket !== null && known !== parts.bucket && (await bucket.bytes.list()).length > 0)
        throw new BackupRefused("the bucket of --files has files of Pulse; an installation moves into one without");
      const { finish, tables, rows, alreadyThere } = await migrateDatabase({
        ...parts,
        state,
        ...(copied ? { copied } : {}),
      });
      const files = bucket && (await copyFiles(diskByteStore(join(dataDir, "files")), bucket.bytes));
      await finish();
      return { state, database: withoutPassword(to.databaseUrl), tables, rows, alreadyThere, files };
    } finally {
      await snapshot.close();
    }
  } finally {
    await server.close();
    await embedded.close();
    bucket?.close();
  }
}

/** For an error: closes first. */
function closing(opened: UnmigratedDatabase): (error: unknown) => Promise<never> {
  return async (error) => {
    await opened.close();
    throw error;
  };
}

async function openTarget(databaseUrl: string): Promise<UnmigratedDatabase> {
  try {
    return await openUnmigrated({ databaseUrl });
  } catch (error) {
    // The address came from somewhere else than usual.
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replace("PULSE_DATABASE_URL=", "--to "), { cause: error });
  }
}

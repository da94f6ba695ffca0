import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ControlledTransaction } from "kysely";
import type { Migration } from "kysely/migration";
import { isEmptyDatabase } from "../database/databaseShape.ts";
import { prepareLoad, settle, storedRows } from "../database/loadDatabase.ts";
import { migrateTo, unknownMigrations } from "../database/migrate.ts";
import { controlledTransaction } from "../database/controlledTransaction.ts";
import type { Database } from "../database/schema.ts";
import { insertRows } from "../database/tableRows.ts";
import type { UnmigratedDatabase } from "../database/databasePort.ts";
import { openUnmigrated } from "../database/unmigratedDatabase.ts";
import { syncFolder } from "../files/syncFolder.ts";
import { backupFolders, BackupRefused, type End, type Header, tornFile } from "./archiveFormat.ts";
import { readArchive } from "./readArchive.ts";
import { type FileTarget, fileTarget, type RemoteFiles } from "./restoredFiles.ts";
import { markerName } from "./unfinishedRestore.ts";

export interface RestoreTarget {
  /** The data folder, which the caller has locked. */
  dataDir: string;
  /** Null: the embedded database in the folder. */
  databaseUrl: string | null;
  /** Where uploaded files go; null: to the data folder. */
  remoteFiles: RemoteFiles | null;
  extraMigrations: Record<string, Migration>;
}

/** What a restore has put in place. */
export interface Restored {
  product: string;
  createdAt: string;
  rows: number;
  files: number;
}

/** What a restore puts into the data folder. */
const placedNames = ["database", ...backupFolders];

/**
 * Puts a backup into an empty data folder and an empty database, of either kind. The archive is read twice: first to check
 * all of it, then to load it. The database is loaded in one transaction and the folders appear at the end, so a restore that
 * fails leaves nothing; one that is killed leaves a folder that no start accepts (unfinishedRestore.ts) and the next
 * restore empties. Rejects with a BackupRefused of one line.
 * @param open opens the archive anew
 */
export async function restoreArchive(
  open: () => Promise<ReadableStream<Uint8Array>>,
  target: RestoreTarget,
): Promise<Restored> {
  const { dataDir, databaseUrl, remoteFiles, extraMigrations } = target;
  const staging = join(dataDir, markerName);
  const files = fileTarget(staging, remoteFiles);
  const isContinued = await files.refuseFull();
  await refuseFullFolder(dataDir);
  if (isContinued) await files.begin();
  const known = (header: Header): Promise<void> => refuseNewer(header, extraMigrations);
  const server = databaseUrl === null ? null : await openUnmigrated({ databaseUrl });
  try {
    if (server !== null && !(await isEmptyDatabase(server.db)))
      throw new BackupRefused("the database of PULSE_DATABASE_URL is not empty; a restore needs an empty one");
    const { header, end } = await readArchive(await open(), { header: known });
    try {
      await mkdir(staging, { recursive: true, mode: 0o700 });
      await files.begin();
      await syncFolder(dataDir);
      await load(await open(), { header, end, staging, target, files, server });
    } catch (error) {
      await files.undo();
      await emptyFolder(dataDir);
      throw error;
    }
    await syncFolder(dataDir);
    await rm(staging, { recursive: true, force: true });
    const rows = Object.values(end.tables).reduce((sum, each) => sum + each.rows, 0);
    const numFiles = Object.values(end.folders).reduce((sum, each) => sum + each.files, 0);
    return { product: header.product, createdAt: header.createdAt, rows, files: numFiles };
  } finally {
    await server?.close();
  }
}

/** Refuses a folder with data of Pulse, unless it is that of a restore that was cut short, which is emptied. */
async function refuseFullFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  if (names.includes(markerName)) return emptyFolder(dataDir);
  const found = names.find((name) => placedNames.includes(name));
  if (found !== undefined)
    throw new BackupRefused(
      `PULSE_DATA_DIR="${dataDir}" is not empty (it has "${found}"); a restore needs an empty folder`,
    );
}

async function refuseNewer({ product, database }: Header, extraMigrations: Record<string, Migration>): Promise<void> {
  const [unknown] = unknownMigrations(database.migrations, extraMigrations);
  if (unknown === undefined) return;
  throw new BackupRefused(
    `the backup is from a newer Pulse (${product}, with the migration ${unknown}); restore it with that release or a later one`,
  );
}

/** The marker goes last. */
async function emptyFolder(dataDir: string): Promise<void> {
  for (const name of [...placedNames, markerName]) await rm(join(dataDir, name), { recursive: true, force: true });
}

async function load(
  archive: ReadableStream<Uint8Array>,
  parts: {
    header: Header;
    end: End;
    staging: string;
    target: RestoreTarget;
    files: FileTarget;
    server: UnmigratedDatabase | null;
  },
): Promise<void> {
  const { header, end, staging, target, files, server } = parts;
  const place = async (): Promise<void> => {
    await files.place();
    await placeFolders(staging, target.dataDir);
  };
  const embedded = server === null ? await openUnmigrated({ folder: join(staging, "database") }) : null;
  let isOpen = true;
  const closeEmbedded = async (): Promise<void> => {
    if (isOpen) await embedded?.close();
    isOpen = false;
  };
  try {
    await controlledTransaction((server ?? embedded!).db, async (trx) => {
      await loadParts(archive, trx, { header, end, staging, extraMigrations: target.extraMigrations });
      if (server !== null) await place();
    });
    await settle((server ?? embedded!).db, embedded !== null);
    if (embedded !== null) {
      await closeEmbedded();
      await place();
    }
  } finally {
    await closeEmbedded();
  }
}

/** Everything of an archive: rows into the transaction, files into the staging folder. */
async function loadParts(
  archive: ReadableStream<Uint8Array>,
  trx: ControlledTransaction<Database>,
  parts: { header: Header; end: End; staging: string; extraMigrations: Record<string, Migration> },
): Promise<void> {
  const { header, end, staging, extraMigrations } = parts;
  await migrateTo(trx, header.database.migrations, extraMigrations);
  const loading = await prepareLoad(trx, header.database).catch((error: unknown) => {
    throw tornFile(error instanceof Error ? error.message : String(error));
  });
  const tables = new Map(header.database.tables.map((table) => [table.name, table]));
  await readArchive(archive, {
    rows: async (name, lines) => {
      await insertRows(trx, tables.get(name)!, lines);
    },
    file: async (folder, path, chunks) => {
      const file = join(staging, folder, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(chunks, createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }));
    },
  });
  for (const name of tables.keys()) {
    if ((await storedRows(trx, name)) !== (end.tables[name]?.rows ?? 0))
      throw new Error(`not all rows of ${name} were stored`);
  }
  await loading.finish();
}

/** Lets everything appear in the data folder. */
async function placeFolders(staging: string, dataDir: string): Promise<void> {
  for (const name of await readdir(staging))
    if (placedNames.includes(name)) await rename(join(staging, name), join(dataDir, name));
  await syncFolder(dataDir);
}

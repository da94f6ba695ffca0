import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { ConfigError } from "../config/settings.ts";
import type { DatabaseOptions, OpenDatabase, UnmigratedDatabase } from "./databasePort.ts";
import { lockFolder } from "./folderLock.ts";
import { migrate } from "./migrate.ts";
import { startPgliteThread } from "./pgliteThread.ts";
import { placeTemplate } from "./pgliteTemplate.ts";
import { shortenLog, upkeep } from "./pgliteUpkeep.ts";
import { type DatabaseLimits, slowLimits } from "./databaseLimits.ts";
import { guardedPool } from "./guardedPool.ts";
import { plainSql } from "./plainSql.ts";
import { openPool, pooledKysely } from "./pooledKysely.ts";
import { snapshotFolder } from "./pgliteSnapshot.ts";

/** The same as a server's checkpoint_timeout. */
const upkeepMs = 5 * 60_000;
/** How large the write-ahead log may grow under load, and how often that is checked. */
const longLogBytes = 256 * 1024 * 1024;
const logCheckMs = 20_000;

/**
 * PostgreSQL inside this process, in `dataDir/database`. `pg` talks to it through the worker's port as to a server, so
 * that values, parameters and errors are the same on both databases.
 */
export async function openPgliteDatabase(
  options: Omit<DatabaseOptions, "databaseUrl"> & { limits: DatabaseLimits },
): Promise<OpenDatabase> {
  const { dataDir, extraMigrations = {} } = options;
  const lock = lockFolder(dataDir);
  try {
    const folder = join(dataDir, "database");
    if (!existsSync(folder)) await placeTemplate(folder, extraMigrations, migratedFolder);
    const opened = await openFolder(folder, options);
    const tend = (ms: number, work: () => Promise<void>): NodeJS.Timeout =>
      setInterval(() => {
        work().catch((error: unknown) =>
          options.onError?.(error instanceof Error ? error : new Error("upkeep failed")),
        );
      }, ms).unref();
    const timers = [
      tend(upkeepMs, () => upkeep(opened.background)),
      tend(logCheckMs, () => shortenLog(opened.background, longLogBytes)),
    ];
    return {
      ...opened,
      async close() {
        for (const timer of timers) clearInterval(timer);
        await opened.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`PULSE_DATA_DIR="${dataDir}": the database in it cannot be opened: ${reason}`, {
      cause: error,
    });
  }
}

/** Makes a new database in `folder`, migrated and empty. */
async function migratedFolder(
  folder: string,
  extraMigrations: NonNullable<DatabaseOptions["extraMigrations"]>,
): Promise<void> {
  const opened = await openFolder(folder, { extraMigrations, limits: slowLimits });
  await opened.close();
}

/** The database in a folder, brought to the newest migration. */
async function openFolder(
  folder: string,
  options: Pick<DatabaseOptions, "onError" | "keepAlive" | "extraMigrations"> & { limits: DatabaseLimits },
): Promise<OpenDatabase> {
  const { pool, close } = await openThread(folder, options);
  try {
    await migrate(pooledKysely(pool, null), options.extraMigrations);
  } catch (error) {
    await close();
    throw error;
  }
  const db = pooledKysely(pool, options.limits);
  const background = pooledKysely(pool, slowLimits);
  return {
    db,
    background,
    reading: { prompt: db, patient: background },
    plain: plainSql(guardedPool(pool, slowLimits)),
    kind: "pglite",
    snapshot: (copy, atMoment) => snapshotFolder({ background, folder, copy, open: openPgliteFolder, atMoment }),
    close,
  };
}

/** The database in a folder as it is, without limits; a folder that does not exist becomes an empty database. */
export async function openPgliteFolder(folder: string): Promise<UnmigratedDatabase> {
  const { pool, close } = await openThread(folder, {});
  return { db: pooledKysely(pool, null), close };
}

async function openThread(
  folder: string,
  options: Pick<DatabaseOptions, "onError" | "keepAlive">,
): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const thread = await startPgliteThread(folder, { keepAlive: options.keepAlive ?? true });
  // The embedded database has no time-outs: a statement that takes too long ends with its thread, which is started
  // again.
  const pool = openPool(
    { max: 1, idleTimeoutMillis: 0, user: "postgres", database: "postgres", stream: () => thread.connect() },
    null,
    options.onError,
  );
  const close = async (): Promise<void> => {
    await pool.end();
    await thread.close();
  };
  return { pool, close };
}

import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "../config/settings.ts";
import type { DatabaseOptions, OpenDatabase } from "./databasePort.ts";
import { beginSnapshot } from "./databaseSnapshot.ts";
import { migrate } from "./migrate.ts";
import { type DatabaseLimits, slowLimits } from "./databaseLimits.ts";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { guardedPool } from "./guardedPool.ts";
import { plainSql } from "./plainSql.ts";
import { openPool, pooledKysely } from "./pooledKysely.ts";
import type { Database } from "./schema.ts";
import type { UnmigratedDatabase } from "./unmigratedDatabase.ts";

const oldestVersion = 15;
const connectMs = 10_000;
/**
 * Separate pools for work that people and gateways wait for and for work that may take its time, so that neither takes
 * the other's connections.
 */
const promptConnections = 10;
const slowConnections = 4;

/** A PostgreSQL server, 15 or newer. Throws a ConfigError of one line, without the password, when it does not answer. */
export async function openPostgresDatabase(
  options: Omit<DatabaseOptions, "databaseUrl"> & { databaseUrl: string; limits: DatabaseLimits },
): Promise<OpenDatabase> {
  const { databaseUrl, extraMigrations = {}, limits, onError } = options;
  const pool = (max: number, of: DatabaseLimits | null, name: string): pg.Pool => {
    const config = {
      connectionString: databaseUrl,
      max,
      connectionTimeoutMillis: connectMs,
      application_name: name,
      allowExitOnIdle: !(options.keepAlive ?? true),
    };
    return openPool(config, of, onError);
  };
  const migrating = pooledKysely(pool(2, null, "pulse migrations"), null);
  try {
    await requireVersion(migrating, databaseUrl);
    await migrate(migrating, extraMigrations);
  } finally {
    await migrating.destroy();
  }
  const db = pooledKysely(pool(promptConnections, limits, "pulse"), limits);
  const slow = pool(slowConnections, slowLimits, "pulse jobs");
  const background = pooledKysely(slow, slowLimits);
  return {
    db,
    background,
    plain: plainSql(guardedPool(slow, slowLimits)),
    kind: "postgres",
    snapshot: (_folder, atMoment) => beginSnapshot(background, atMoment),
    close: async () => {
      await background.destroy();
      await db.destroy();
    },
  };
}

/** A server's database as it is, without limits. Throws a ConfigError of one line when it does not answer. */
export async function openPostgresServer(databaseUrl: string): Promise<UnmigratedDatabase> {
  const config = {
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: connectMs,
    application_name: "pulse backup",
  };
  const db = pooledKysely(openPool(config, null, undefined), null);
  try {
    await requireVersion(db, databaseUrl);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
}

async function requireVersion(db: Kysely<Database>, databaseUrl: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(
      db,
    );
    version = Math.trunc(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw new ConfigError(`PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}" does not answer: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  if (version < oldestVersion)
    throw new ConfigError(
      `PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}" is PostgreSQL ${version}; Pulse needs ${oldestVersion} or newer`,
    );
}

/** A refused connection to a name with several addresses comes as an AggregateError without a text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable && error.cause !== undefined) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split("\n", 1)[0]!;
}

/** The address without its password, neither before the host nor among the parameters. */
function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "postgres://…";
  const url = new URL(databaseUrl);
  if (url.password) url.password = "***";
  url.search = "";
  return url.href;
}

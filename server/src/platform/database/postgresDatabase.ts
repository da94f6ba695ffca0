import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "../config/settings.ts";
import type { DatabaseOptions, OpenDatabase, UnmigratedDatabase } from "./databasePort.ts";
import { beginSnapshot } from "./databaseSnapshot.ts";
import { migrate, NewerDatabase } from "./migrate.ts";
import { refuseUnfinishedMigration } from "./migrationRecord.ts";
import { type DatabaseLimits, slowLimits } from "./databaseLimits.ts";
import { guardedPool } from "./guardedPool.ts";
import { plainSql } from "./plainSql.ts";
import { openPool, pooledKysely } from "./pooledKysely.ts";
import { reasonOf, withoutPassword } from "./postgresAddress.ts";
import { migrationsOf, requireReplica } from "./replica.ts";
import type { Database } from "./schema.ts";
import { hasSharedSessions } from "./sharedSessions.ts";

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
  const { databaseUrl, readUrl = null, extraMigrations = {}, limits } = options;
  const open = (max: number, of: DatabaseLimits | null, name: string, url = databaseUrl): pg.Pool => {
    const config = {
      connectionString: url,
      max,
      connectionTimeoutMillis: connectMs,
      application_name: name,
      allowExitOnIdle: !(options.keepAlive ?? true),
    };
    return openPool(config, of, options.onError);
  };
  const migrating = pooledKysely(open(2, null, "pulse migrations"), null);
  let migrations: string;
  let isShared: boolean;
  try {
    await requireVersion(migrating, databaseUrl);
    isShared = await hasSharedSessions(databaseUrl, connectMs).catch((error: unknown) => {
      throw unanswered(databaseUrl, error);
    });
    await refuseUnfinishedMigration(migrating, databaseUrl);
    await migrate(migrating, extraMigrations).catch((error: unknown) => {
      if (!(error instanceof NewerDatabase)) throw error;
      const reason = `PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}": ${error.message}`;
      throw new ConfigError(reason, { cause: error });
    });
    migrations = await migrationsOf(migrating);
  } finally {
    await migrating.destroy();
  }
  if (readUrl !== null) await requireReplica(open(1, null, "pulse start", readUrl), readUrl, migrations);
  const sessionLimits = (of: DatabaseLimits): DatabaseLimits | null => (isShared ? null : of);
  const kysely = (pool: pg.Pool, of: DatabaseLimits): Kysely<Database> => pooledKysely(pool, of, isShared);
  const db = kysely(open(promptConnections, sessionLimits(limits), "pulse"), limits);
  const slow = open(slowConnections, sessionLimits(slowLimits), "pulse jobs");
  const background = kysely(slow, slowLimits);
  const reading =
    readUrl === null
      ? { prompt: db, patient: background }
      : {
          prompt: kysely(open(promptConnections, sessionLimits(limits), "pulse reads", readUrl), limits),
          patient: kysely(open(slowConnections, sessionLimits(slowLimits), "pulse reports", readUrl), slowLimits),
        };
  return {
    db,
    background,
    reading,
    plain: plainSql(guardedPool(slow, slowLimits)),
    kind: "postgres",
    snapshot: (_folder, atMoment) => beginSnapshot(background, atMoment),
    close: async () => {
      const all = new Set([reading.patient, reading.prompt, background, db]);
      for (const one of all) await one.destroy();
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

const unanswered = (databaseUrl: string, error: unknown): ConfigError =>
  new ConfigError(`PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}" does not answer: ${reasonOf(error)}`, {
    cause: error,
  });

async function requireVersion(db: Kysely<Database>, databaseUrl: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(
      db,
    );
    version = Math.trunc(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw unanswered(databaseUrl, error);
  }
  if (version < oldestVersion)
    throw new ConfigError(
      `PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}" is PostgreSQL ${version}; Pulse needs ${oldestVersion} or newer`,
    );
}

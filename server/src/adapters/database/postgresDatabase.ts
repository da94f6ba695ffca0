import { type Kysely, sql } from "kysely";
import { ConfigError } from "../../config.ts";
import type { DatabaseOptions, OpenDatabase } from "./databasePort.ts";
import { migrate } from "./migrate.ts";
import { pooledKysely } from "./pooledKysely.ts";
import type { Database } from "./schema.ts";

const oldestVersion = 15;
const connectMs = 10_000;

/** A PostgreSQL server, 15 or newer. Throws a ConfigError of one line, without the password, when it does not answer. */
export async function openPostgresDatabase(
  options: Omit<DatabaseOptions, "databaseUrl"> & { databaseUrl: string },
): Promise<OpenDatabase> {
  const { databaseUrl, extraMigrations = {} } = options;
  const db = pooledKysely(
    {
      connectionString: databaseUrl,
      max: 10,
      connectionTimeoutMillis: connectMs,
      application_name: "pulse",
      allowExitOnIdle: !(options.keepAlive ?? true),
    },
    options.onError,
  );
  try {
    await requireVersion(db, databaseUrl);
    await migrate(db, extraMigrations);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, kind: "postgres", close: () => db.destroy() };
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
      `PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}" is PostgreSQL ${version}; it takes ${oldestVersion} or newer`,
    );
}

/** A refused connection to a name with several addresses comes as an AggregateError without a text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split("\n", 1)[0]!;
}

/** The address as it may be shown: no password, neither before the host nor among the parameters. */
function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "postgres://…";
  const url = new URL(databaseUrl);
  if (url.password) url.password = "***";
  url.search = "";
  return url.href;
}

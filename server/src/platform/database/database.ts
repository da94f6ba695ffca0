import { type Kysely, sql } from "kysely";
import { promptLimits } from "./databaseLimits.ts";
import type { DatabaseOptions, OpenDatabase } from "./databasePort.ts";
import type { Database } from "./schema.ts";

export type { DatabaseOptions, OpenDatabase } from "./databasePort.ts";

/**
 * Opens the database that the settings ask for, migrated and ready. Throws a ConfigError of one line that names the
 * setting when the folder or the server cannot be used. Only the driver that is needed is loaded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl } = options;
  const limits = { ...promptLimits, ...options.limits };
  if (databaseUrl === null) {
    const { openPgliteDatabase } = await import("./pgliteDatabase.ts");
    return openPgliteDatabase({ ...options, limits });
  }
  const { openPostgresDatabase } = await import("./postgresDatabase.ts");
  return openPostgresDatabase({ ...options, databaseUrl, limits });
}

/** Rejects when the database does not answer. */
export async function ping(db: Kysely<Database>): Promise<void> {
  await sql`select 1`.execute(db);
}

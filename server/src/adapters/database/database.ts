import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./schema.ts";

export interface OpenDatabase {
  db: Kysely<Database>;
  kind: "pglite" | "postgres";
  /** Waits for what runs, then lets go of the folder or the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Holds the embedded database; not touched when there is a `databaseUrl`. */
  dataDir: string;
  /** `postgres://…`, or null for the embedded database. */
  databaseUrl: string | null;
  /** Migrations of other workspaces (identity's), run with the server's in one set. */
  extraMigrations?: Record<string, Migration>;
  /** Told of a connection that broke while idle; the next query tries a new one. */
  onError?: (error: Error) => void;
}

/**
 * Opens the database that the settings ask for, migrated and ready. Throws a ConfigError of one line that names the
 * setting when the folder or the server cannot be used. What is not asked for is not loaded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl } = options;
  if (databaseUrl === null) {
    const { openPgliteDatabase } = await import("./pgliteDatabase.ts");
    return openPgliteDatabase(options);
  }
  const { openPostgresDatabase } = await import("./postgresDatabase.ts");
  return openPostgresDatabase({ ...options, databaseUrl });
}

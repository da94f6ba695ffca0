import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseLimits } from "./databaseLimits.ts";
import type { PlainSql } from "./plainSql.ts";
import type { Database } from "./schema.ts";

export interface OpenDatabase {
  /** For what people and gateways wait for: a statement, a lock or a connection that takes too long is a DatabaseUnavailable. */
  db: Kysely<Database>;
  /**
   * For jobs and files, which may take their time: connections of its own on a server; on the embedded database the one
   * there is, so read and write in short turns there.
   */
  background: Kysely<Database>;
  /** The same for a library that brings SQL of its own. */
  plain: PlainSql;
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
  /** Other patience than the usual for `db` (tests). */
  limits?: Partial<DatabaseLimits>;
  /** False lets the process end while the database is open, as a test's does. */
  keepAlive?: boolean;
}

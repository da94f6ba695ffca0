import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseLimits } from "./databaseLimits.ts";
import type { DatabaseSnapshot } from "./databaseSnapshot.ts";
import type { PlainSql } from "./plainSql.ts";
import type { Database } from "./schema.ts";

/** Where history and reports are read. */
export interface Reading {
  /** For pages that people wait for. */
  prompt: Kysely<Database>;
  /** For files and reports, which may take their time. */
  patient: Kysely<Database>;
}

export interface OpenDatabase {
  /**
   * For work that people and gateways wait for. A statement, lock or connection that takes too long is a
   * DatabaseUnavailable.
   */
  db: Kysely<Database>;
  /**
   * For jobs and files, which may take their time. On a server they have their own connections; the embedded database
   * has only one, so keep reads and writes short.
   */
  background: Kysely<Database>;
  /** For history and reports, which may be a replica's, a little behind: nothing is decided from what it says. */
  reading: Reading;
  /** The same for a library that brings its own SQL. */
  plain: PlainSql;
  kind: "pglite" | "postgres";
  /**
   * The database as it is at one moment, to be read at leisure while others write. The embedded one is copied to `folder`
   * for it, which the caller removes; others wait while what has changed meanwhile is copied.
   * @param atMoment called at that moment: no later than right after it, and on the embedded database before anybody
   * else writes
   */
  snapshot(folder: string, atMoment: () => Promise<void>): Promise<DatabaseSnapshot>;
  /** Waits for running statements, then releases the folder or the connections. */
  close(): Promise<void>;
}

/** A database as it is, without limits, for whoever has it alone. */
export interface UnmigratedDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The folder of the embedded database; not touched when there is a `databaseUrl`. */
  dataDir: string;
  /** `postgres://…`, or null for the embedded database. */
  databaseUrl: string | null;
  /** A replica of that server, for history and reports; null: there is none. */
  readUrl?: string | null;
  /** Migrations of other workspaces (identity's), run with the server's in one set. */
  extraMigrations?: Record<string, Migration>;
  /** Called when a connection breaks while idle; the next query opens another one. */
  onError?: (error: Error) => void;
  /** Time-outs for `db` other than the usual ones (tests). */
  limits?: Partial<DatabaseLimits>;
  /** False lets the process end while the database is open, as a test's does. */
  keepAlive?: boolean;
}

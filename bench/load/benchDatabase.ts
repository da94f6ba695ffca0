import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { type OpenDatabase, openDatabase } from "@pulse/server/platform/database/database";
import { sql } from "kysely";
import pg from "pg";
import { emptyingStatements } from "../../server/test/support/database.ts";
import { isSmoke } from "../harness.ts";

type BenchDatabase = OpenDatabase & { url: string | null };

/** Databases that benchmarks of this process no longer use, emptied; the key is the server, "" the embedded one. */
const free = new Map<string, BenchDatabase[]>();

/** A migrated, empty database for one benchmark: embedded, or on the server that PULSE_BENCH_DATABASE_URL names. */
export async function benchDatabase(): Promise<BenchDatabase> {
  return opened(process.env["PULSE_BENCH_DATABASE_URL"] ?? "");
}

/** A migrated, empty embedded database for one benchmark. */
export async function embeddedDatabase(): Promise<BenchDatabase> {
  return opened("");
}

/** In a smoke run, where the next benchmark runs in the same process, it gets an emptied one: opening takes seconds. */
async function opened(server: string): Promise<BenchDatabase> {
  const emptied = free.get(server)?.pop();
  if (emptied !== undefined) return emptied;
  const database = server ? await onServer(server) : await embedded();
  if (!isSmoke) return database;
  const empty = await emptyingStatements(database.db);
  const shared: BenchDatabase = {
    ...database,
    close: async () => {
      await database.background.connection().execute((connection) => sql.raw(empty).execute(connection));
      free.set(server, [...(free.get(server) ?? []), shared]);
    },
  };
  return shared;
}

async function embedded(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-bench-"));
  const database = await openDatabase({ dataDir: folder, databaseUrl: null, extraMigrations: identityMigrations });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (isSmoke) process.once("exit", remove);
  return {
    ...database,
    url: null,
    close: async () => {
      await database.close();
      remove();
    },
  };
}

/** A new database there, dropped at the end: results must not depend on data that somebody left behind. */
async function onServer(server: string): Promise<BenchDatabase> {
  const name = `pulse_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const database = await openDatabase({ dataDir: "", databaseUrl: own.href, extraMigrations: identityMigrations });
  return {
    ...database,
    url: own.href,
    close: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { identityMigrations } from "@pulse/identity/migrations";
import pg from "pg";
import { migrationsHash } from "../../src/platform/database/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../src/platform/database/database.ts";

export interface TestDatabase extends OpenDatabase {
  /** For `beforeEach`: empties every table but the seeded ones, so that tests may commit real transactions. */
  reset(): Promise<void>;
}

const opened = new Map<string, Promise<TestDatabase>>();

/**
 * The database of this vitest worker, opened once and shared by its test files: PGlite in a temporary folder, or its
 * own database on the server that PULSE_TEST_DATABASE_URL names. Nobody closes it; it ends with the worker.
 */
export function testDatabase(extraMigrations: Record<string, Migration> = identityMigrations): Promise<TestDatabase> {
  const key = migrationsHash(extraMigrations);
  let database = opened.get(key);
  if (!database) {
    database = open(extraMigrations, key);
    opened.set(key, database);
  }
  return database;
}

/** The PostgreSQL server that the tests run over; null: none. */
export function testDatabaseUrl(): string | null {
  return process.env["PULSE_TEST_DATABASE_URL"] || null;
}

/** A new, empty database on the server of the tests. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `pulse_empty_${process.pid}_${randomBytes(4).toString("hex")}`;
  const asAdmin = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: testDatabaseUrl()! });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  await asAdmin(`create database ${name}`);
  const own = new URL(testDatabaseUrl()!);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

async function open(extraMigrations: Record<string, Migration>, hash: string): Promise<TestDatabase> {
  const url = testDatabaseUrl();
  const database = await openDatabase({
    dataDir: url ? "" : temporaryFolder(),
    databaseUrl: url && (await ownDatabase(url, hash)),
    extraMigrations,
    keepAlive: false,
  });
  const empty = await emptyingStatements(database.db);
  const reset = async (): Promise<void> => {
    await database.db.connection().execute(async (connection) => {
      await sql.raw(empty).execute(connection);
    });
  };
  await reset();
  return { ...database, reset };
}

const folderName = /^pulse-test-(\d+)-/;

/** A folder that is deleted when this process ends. Vitest may kill the process; then the next run deletes it. */
export function temporaryFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const pid = folderName.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(tmpdir(), `pulse-test-${process.pid}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * A database on the server for this worker alone: the first of pulse_test_1, _2 … that no other worker has. Later runs
 * use it again while the migrations are the same.
 */
async function ownDatabase(url: string, hash: string): Promise<string> {
  // Its session holds the lock until the worker ends.
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (let number = 1; ; number += 1) {
    const name = `pulse_test_${number}`;
    const { rows } = await admin.query<{ held: boolean }>("select pg_try_advisory_lock(hashtext($1)) as held", [name]);
    if (!rows[0]?.held) continue;
    const known = await admin.query<{ made_for: string | null }>(
      "select shobj_description(oid, 'pg_database') as made_for from pg_database where datname = $1",
      [name],
    );
    if (known.rows[0]?.made_for !== hash) {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name}`);
      await admin.query(`comment on database ${name} is '${hash}'`);
    }
    // From here on it only waits, which must not keep the process running.
    const { stream } = (admin as unknown as { connection: { stream: { unref(): void } } }).connection;
    stream.unref();
    const own = new URL(url);
    own.pathname = `/${name}`;
    return own.href;
  }
}

const kept = new Set(["operations", "hardware_types", "tracker_types", "kysely_migration", "kysely_migration_lock"]);

/** Deletes in an order that satisfies the foreign keys; with few rows this is much quicker than truncate. */
export async function emptyingStatements<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows: tables } = await sql<{ name: string; needs: string[] }>`
    select c.relname as name,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  const left = new Map(tables.map((table) => [table.name, table.needs]));
  const order: string[] = [];
  while (left.size) {
    const needed = new Set([...left.values()].flat());
    const free = [...left.keys()].filter((name) => !needed.has(name));
    if (!free.length) throw new Error(`These tables need each other: ${[...left.keys()].join(", ")}`);
    for (const name of free) left.delete(name);
    order.push(...free);
  }
  return order
    .filter((name) => !kept.has(name))
    .map((name) => `delete from "${name}"`)
    .join("; ");
}

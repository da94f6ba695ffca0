import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { type OpenDatabase, openDatabase } from "@pulse/server/adapters/database/database";
import pg from "pg";

/** A migrated, empty database for one benchmark: embedded, or on the server that PULSE_BENCH_DATABASE_URL names. */
export async function benchDatabase(): Promise<OpenDatabase & { url: string | null }> {
  const server = process.env["PULSE_BENCH_DATABASE_URL"];
  return server ? onServer(server) : embedded();
}

async function embedded(): Promise<OpenDatabase & { url: null }> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-bench-"));
  const opened = await openDatabase({ dataDir: folder, databaseUrl: null, extraMigrations: identityMigrations });
  return {
    ...opened,
    url: null,
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new database there, dropped at the end: results must not depend on data that somebody left behind. */
async function onServer(server: string): Promise<OpenDatabase & { url: string }> {
  const name = `pulse_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const opened = await openDatabase({ dataDir: "", databaseUrl: own.href, extraMigrations: identityMigrations });
  return {
    ...opened,
    url: own.href,
    close: async () => {
      await opened.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "../config/settings.ts";
import { pooledKysely } from "./pooledKysely.ts";
import { reasonOf, withoutPassword } from "./postgresAddress.ts";
import type { Database } from "./schema.ts";

/** A replica gets this long to follow the migrations of the start, ms, and is asked this often. */
const catchUpMs = 10_000;
const pollMs = 250;

/** The migrations that a database has, as one text. */
export async function migrationsOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(name, ' ' order by name) as names from kysely_migration`.execute(db);
  return rows[0]?.names ?? "";
}

/**
 * Waits until a replica has these migrations. Throws a ConfigError of one line when it does not answer, or does not
 * get there.
 */
export async function requireReplica(pool: pg.Pool, readUrl: string, migrations: string): Promise<void> {
  const replica = pooledKysely(pool, null);
  const shown = `PULSE_DATABASE_READ_URL="${withoutPassword(readUrl)}"`;
  try {
    const untilMs = Date.now() + catchUpMs;
    for (;;) {
      const found = await migrationsOf(replica).catch((error: unknown) => {
        if (isMissingTable(error)) return "";
        throw new ConfigError(`${shown} does not answer: ${reasonOf(error)}`, { cause: error });
      });
      if (found === migrations) return;
      if (Date.now() > untilMs)
        throw new ConfigError(`${shown} does not have the tables of PULSE_DATABASE_URL; it takes a replica of it`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    await replica.destroy();
  }
}

/** PostgreSQL's code for a table that does not exist, also inside of our own error. */
function isMissingTable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return ("code" in error && error.code === "42P01") || ("cause" in error && isMissingTable(error.cause));
}

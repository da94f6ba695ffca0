import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { versions } from "@pulse/contract/limits";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { serverMigrations } from "../../../migrations/migrations.ts";
import type { Database } from "./schema.ts";

/** Kysely's own key, which releases before this one take for their session. */
const migrationLock = "3853314791062309107";

/** A newer release has changed this database, so that this one cannot use it. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `a newer Pulse has changed it (by the migration ${migration}), and this is ${versions.app}; start that release again, or restore a backup from before the upgrade`,
    );
  }
}

/**
 * Migrates the database to the newest version in one transaction and returns the names of the migrations that ran. On a
 * server an advisory lock lets one process at a time do it. The server's set and `extra` are each ordered by their own keys and
 * independent of each other, so a key that sorts before one that already ran is still run. Throws a NewerDatabase, or the
 * error of the first migration that fails.
 */
export async function migrate<Tables>(db: Kysely<Tables>, extra: Record<string, Migration> = {}): Promise<string[]> {
  const [unknown] = unknownMigrations(await recordedMigrations(db), extra);
  if (unknown !== undefined) throw new NewerDatabase(unknown);
  return db.transaction().execute(async (trx) => {
    // Before the migrator makes its tables, and for the transaction: through a pooler the session is not ours.
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}::bigint)`.execute(trx);
    const migrator = new Migrator({
      db: trx,
      provider: { getMigrations: async () => ({ ...serverMigrations, ...extra }) },
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error("A migration failed", { cause: error });
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** The names of the migrations that ran on a database; none ran on a new one. */
async function recordedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The names of these migrations that this release does not know: they come from a newer one. */
export function unknownMigrations(names: readonly string[], extra: Record<string, Migration> = {}): string[] {
  return names.filter((name) => !Object.hasOwn(serverMigrations, name) && !Object.hasOwn(extra, name));
}

/** Runs exactly these migrations on an empty database, in the order of their keys, as they ran where they come from. */
export async function migrateTo(
  trx: Transaction<Database>,
  names: readonly string[],
  extra: Record<string, Migration> = {},
): Promise<void> {
  const all = { ...serverMigrations, ...extra };
  const wanted = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => wanted } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error("A migration failed", { cause: error });
}

/** Put in place by `npm run build` (scripts/releaseBundle.mjs): a release has no files of its migrations. */
declare const pulseRelease: { migrations: string } | undefined;

/** Changes whenever a migration changes; names a template of the migrated, empty database. */
export function migrationsHash(extra: Record<string, Migration> = {}): string {
  const hash = createHash("sha256");
  if (typeof pulseRelease === "undefined") {
    const folder = new URL("../../../migrations/", import.meta.url);
    for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(new URL(file, folder)));
  } else hash.update(pulseRelease.migrations);
  for (const [name, migration] of Object.entries(extra)) hash.update(name).update(migration.up.toString());
  return hash.digest("hex").slice(0, 16);
}

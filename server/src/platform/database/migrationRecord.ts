import { type Kysely, sql } from "kysely";
import { ConfigError } from "../config/settings.ts";
import type { TableShape } from "./databaseShape.ts";
import type { ForeignKey } from "./loadDatabase.ts";
import { withoutPassword } from "./postgresAddress.ts";
import type { Database } from "./schema.ts";

/** What a database knows of the installation that is being moved into it, so that this can go on after a kill. */
export interface MigrationRecord {
  /** The ids of the keys with which the installation signs tokens; empty: it has never run. */
  keyIds: string[];
  migrations: string[];
  tables: TableShape[];
  /** What was taken off for the load. */
  foreignKeys: ForeignKey[];
  /** Where files are moved to, without key or secret; null: they stay. */
  bucket: string | null;
}

/** The rows of a table: how many, and the sum of the SHA-256 of their lines (rowsSum.ts). */
export interface TableSum {
  rows: number;
  sha256: string;
}

// A schema of its own: whether there is anything else in a database can be told, and backups leave it out.
const schema = "pulse_data_migration";
const run = sql.table(`${schema}.run`);
const copied = sql.table(`${schema}.copied`);

/** Null: nothing was ever moved into this database. */
export async function readRecord(
  db: Kysely<Database>,
): Promise<{ record: MigrationRecord; isFinished: boolean } | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass(${`${schema}.run`}) is not null as there`.execute(db);
  if (found[0]?.there !== true) return null;
  const { rows } = await sql<{ record: MigrationRecord; isFinished: boolean }>`
    select record, finished_at is not null as "isFinished" from ${run}`.execute(db);
  return rows[0] ?? null;
}

export async function beginRecord(trx: Kysely<Database>, record: MigrationRecord): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(trx);
  await sql`create table ${run} (record jsonb not null, finished_at timestamptz)`.execute(trx);
  await sql`create table ${copied} (name text primary key, rows bigint not null, sha256 text not null)`.execute(trx);
  await sql`insert into ${run} (record) values (${JSON.stringify(record)}::jsonb)`.execute(trx);
}

export async function changeRecord(trx: Kysely<Database>, record: MigrationRecord): Promise<void> {
  await sql`update ${run} set record = ${JSON.stringify(record)}::jsonb`.execute(trx);
}

export async function finishRecord(trx: Kysely<Database>): Promise<void> {
  await sql`update ${run} set finished_at = clock_timestamp()`.execute(trx);
}

/** What has been copied, by table or partition. */
export async function copiedTables(db: Kysely<Database>): Promise<Map<string, TableSum>> {
  const { rows } = await sql<{ name: string; rows: string; sha256: string }>`
    select name, rows::text as rows, sha256 from ${copied}`.execute(db);
  return new Map(rows.map(({ name, rows: count, sha256 }) => [name, { rows: Number(count), sha256 }]));
}

export async function noteCopied(trx: Kysely<Database>, name: string, { rows, sha256 }: TableSum): Promise<void> {
  await sql`insert into ${copied} (name, rows, sha256) values (${name}, ${rows}, ${sha256})
    on conflict (name) do update set rows = excluded.rows, sha256 = excluded.sha256`.execute(trx);
}

/** Throws a ConfigError of one line if an installation has been moved into this database in part only. */
export async function refuseUnfinishedMigration(db: Kysely<Database>, databaseUrl: string): Promise<void> {
  const found = await readRecord(db);
  if (found !== null && !found.isFinished)
    throw new ConfigError(
      `PULSE_DATABASE_URL="${withoutPassword(databaseUrl)}": an installation has been moved into this database in part only; run pulse migrate-data again`,
    );
}

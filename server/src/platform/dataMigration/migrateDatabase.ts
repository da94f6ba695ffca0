import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { BackupRefused } from "../backup/archiveFormat.ts";
import { type DatabaseShape, isEmptyDatabase, readShape } from "../database/databaseShape.ts";
import { finishLoad, prepareLoad, readyTables, settle } from "../database/loadDatabase.ts";
import { controlledTransaction } from "../database/controlledTransaction.ts";
import { migrateTo } from "../database/migrate.ts";
import {
  beginRecord,
  changeRecord,
  copiedTables,
  finishRecord,
  type MigrationRecord,
  noteCopied,
  readRecord,
  type TableSum,
} from "../database/migrationRecord.ts";
import type { Database } from "../database/schema.ts";
import { copyTable, copyUnits, sumTable } from "../database/copyTable.ts";

export interface DatabaseMigration {
  /** A transaction that sees one moment of the installation's database. */
  source: Kysely<Database>;
  target: Kysely<Database>;
  /** The ids of the keys with which the installation signs tokens. */
  keyIds: string[];
  /** Where its files go, without key or secret; null: they stay. */
  bucket: string | null;
  extraMigrations: Record<string, Migration>;
}

export interface MigratedDatabase {
  tables: number;
  rows: number;
  /** How many tables and partitions were there already, as they are. */
  alreadyThere: number;
}

/** How far the target is. `again`: all of it was moved before, `resumed`: a part. */
export type MigrationState = "new" | "resumed" | "again";

/**
 * How far a database is with an installation. Rejects with a BackupRefused if it holds anything else.
 * @returns the bucket that was named for its files, too
 */
export async function migrationState(
  parts: Pick<DatabaseMigration, "source" | "target" | "keyIds">,
): Promise<{ state: MigrationState; bucket: string | null }> {
  const found = await readRecord(parts.target);
  if (found === null) {
    if (await isEmptyDatabase(parts.target)) return { state: "new", bucket: null };
    throw new BackupRefused("the database of --to is not empty; an installation moves into an empty one");
  }
  const { keyIds, migrations, tables, bucket } = found.record;
  const isSame = keyIds.some((id) => parts.keyIds.includes(id)) || keyIds.length + parts.keyIds.length === 0;
  if (!isSame)
    throw new BackupRefused("another installation has been moved into the database of --to; name an empty one");
  const shape = await readShape(parts.source);
  if (JSON.stringify(sorted({ migrations, tables })) !== JSON.stringify(sorted(shape)))
    throw new BackupRefused(
      "the installation was updated after a part of it was moved to the database of --to; name an empty one",
    );
  return { state: found.isFinished ? "again" : "resumed", bucket };
}

/**
 * Moves the rows of an installation into an empty database, table by table, each in a transaction that notes its count and
 * checksum. After a kill it goes on: what was copied is compared with the source and copied again only where that differs.
 * Until `finish`, no Pulse starts on the database (refuseUnfinishedMigration).
 * @param copied called after each table or partition
 */
export async function migrateDatabase(
  parts: DatabaseMigration & { state: MigrationState; copied?(name: string): void },
): Promise<MigratedDatabase & { finish(): Promise<void> }> {
  const { source, target, state } = parts;
  const shape = await readShape(source);
  if (state === "new") await begin(parts, shape);
  if (state === "resumed") await resume(parts, shape);
  const known = await copiedTables(target);
  let [rows, alreadyThere] = [0, 0];
  for (const table of copyUnits(shape)) {
    const before = known.get(table.name);
    const unchanged = before === undefined ? null : await sameSum(before, () => sumTable(source, table));
    if (unchanged === null && state === "again")
      throw new BackupRefused(
        "the installation was moved to the database of --to before and has changed since; name an empty one",
      );
    const sum =
      unchanged ??
      (await controlledTransaction(target, async (trx) => {
        const copied = await copyTable(source, trx, table);
        await noteCopied(trx, table.name, copied);
        return copied;
      }));
    rows += sum.rows;
    if (unchanged !== null) alreadyThere += 1;
    parts.copied?.(table.name);
  }
  const finish = async (): Promise<void> => {
    if (state === "again") return;
    await controlledTransaction(target, async (trx) => {
      const found = await readRecord(trx);
      await finishLoad(trx, shape, found!.record.foreignKeys);
      await finishRecord(trx);
    });
    await settle(target, false);
  };
  return { tables: shape.tables.length, rows, alreadyThere, finish };
}

/** The empty tables, and the record that says of which installation they are. */
async function begin({ target, keyIds, bucket, extraMigrations }: DatabaseMigration, shape: DatabaseShape) {
  await controlledTransaction(target, async (trx) => {
    await migrateTo(trx, shape.migrations, extraMigrations);
    const { keys } = await prepareLoad(trx, shape);
    const { migrations, tables } = shape;
    await beginRecord(trx, { keyIds, migrations, tables, foreignKeys: keys, bucket });
  });
}

/** Months may have come or gone since. */
async function resume({ target, keyIds, bucket }: DatabaseMigration, shape: DatabaseShape): Promise<void> {
  await controlledTransaction(target, async (trx) => {
    await readyTables(trx, shape);
    const { record } = (await readRecord(trx))!;
    await changeRecord(trx, { ...record, keyIds, bucket });
  });
}

async function sameSum(before: TableSum, read: () => Promise<TableSum>): Promise<TableSum | null> {
  const sum = await read();
  return sum.rows === before.rows && sum.sha256 === before.sha256 ? sum : null;
}

/** In an order of its own, since JSON in a database keeps none. */
const sorted = ({ migrations, tables }: Pick<MigrationRecord, "migrations" | "tables">): unknown => [
  migrations,
  tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
];

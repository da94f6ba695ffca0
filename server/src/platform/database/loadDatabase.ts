import { type Kysely, sql } from "kysely";
import { type DatabaseShape, type PartitionShape, readPartitions, readTables } from "./databaseShape.ts";
import type { Database } from "./schema.ts";

/** A foreign key that was taken off for a load. */
export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Makes the migrated, empty tables of `trx` ready for the rows of `shape`: nothing in them, not even what migrations put
 * there, the same partitions, and neither foreign keys nor triggers. `finish` brings those back, which checks every
 * reference, and sets the sequences. Throws if the tables are not those of `shape`.
 */
export async function prepareLoad(
  trx: Kysely<Database>,
  shape: DatabaseShape,
): Promise<{ keys: ForeignKey[]; finish(): Promise<void> }> {
  const tables = await readTables(trx);
  if (JSON.stringify(tables) !== JSON.stringify(shape.tables))
    throw new Error("its tables are not those of the migrations that it names");
  const keys = await foreignKeys(trx);
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(trx);
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx);
  await readyTables(trx, shape);
  return { keys, finish: () => finishLoad(trx, shape, keys) };
}

/** Gives tables that are being loaded the partitions of `shape`, and no triggers. */
export async function readyTables(trx: Kysely<Database>, shape: DatabaseShape): Promise<void> {
  await matchPartitions(trx, shape.partitions);
  for (const { name } of shape.tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
}

/** Brings triggers and foreign keys back, which checks every reference, and sets the sequences. */
export async function finishLoad(
  trx: Kysely<Database>,
  { tables, sequences }: DatabaseShape,
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx);
  for (const { name, value, isCalled } of sequences)
    await sql`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`.execute(trx);
}

/** Those of whole tables; their partitions follow. */
async function foreignKeys(trx: Kysely<Database>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace
    order by c.relname, k.conname`.execute(trx);
  return rows;
}

/** Gives the partitioned tables, which are empty, these partitions instead of the migrations'. */
async function matchPartitions(trx: Kysely<Database>, wanted: readonly PartitionShape[]): Promise<void> {
  const existing = await readPartitions(trx);
  const wantedNames = new Set(wanted.map(({ name }) => name));
  const existingNames = new Map(existing.map((partition) => [partition.name, partition]));
  // All are taken off first, so that no bound overlaps with one that is still to change.
  for (const { parent, name, bound } of existing) {
    const same = wanted.some((each) => each.name === name && each.parent === parent && each.bound === bound);
    if (same) continue;
    await sql`alter table ${sql.table(parent)} detach partition ${sql.table(name)}`.execute(trx);
    if (!wantedNames.has(name)) await sql`drop table ${sql.table(name)}`.execute(trx);
  }
  for (const { parent, name, bound } of wanted) {
    const known = existingNames.get(name);
    if (known?.bound === bound && known.parent === parent) continue;
    if (known) {
      await sql`alter table ${sql.table(parent)} attach partition ${sql.table(name)} ${sql.raw(bound)}`.execute(trx);
    } else {
      await sql`create table ${sql.table(name)} partition of ${sql.table(parent)} ${sql.raw(bound)}`.execute(trx);
    }
  }
}

/** How many rows a table has. */
export async function storedRows(trx: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx);
  return Number(rows[0]?.count);
}

/** Lets the planner know what is there after a load. @param isEmbedded whether it also goes to the disk now */
export async function settle(db: Kysely<Database>, isEmbedded: boolean): Promise<void> {
  await sql`analyze`.execute(db);
  if (isEmbedded) await sql`checkpoint`.execute(db);
}

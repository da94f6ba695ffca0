import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** A table of ours with the columns that are stored; generated ones are left out. */
export interface TableShape {
  name: string;
  columns: { name: string; type: string }[];
}

export interface PartitionShape {
  parent: string;
  name: string;
  /** As `create table … partition of` takes it: `FOR VALUES FROM (…) TO (…)`. */
  bound: string;
}

export interface SequenceShape {
  name: string;
  /** A bigint in text. */
  value: string;
  isCalled: boolean;
}

/** What a database consists of besides its rows. */
export interface DatabaseShape {
  /** The migrations that have run. */
  migrations: string[];
  tables: TableShape[];
  partitions: PartitionShape[];
  sequences: SequenceShape[];
}

/** Kysely writes these itself while it migrates. */
const migrationTables = new Set(["kysely_migration", "kysely_migration_lock"]);

/**
 * Our tables (schema `public`) with their partitions and sequences. What pg-boss keeps in a schema of its own is left out:
 * every start plans the recurring work anew.
 * @param db in a transaction, so that all of it is of one moment
 */
export async function readShape(db: Kysely<Database>): Promise<DatabaseShape> {
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return {
    migrations: migrations.map(({ name }) => name),
    tables: await readTables(db),
    partitions: await readPartitions(db),
    sequences: await readSequences(db),
  };
}

/** The tables but the partitions, which are read and written through their parents. */
export async function readTables(db: Kysely<Database>): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  const tables = new Map<string, TableShape["columns"]>();
  for (const { table, column, type } of rows) {
    if (migrationTables.has(table)) continue;
    const columns = tables.get(table) ?? [];
    columns.push({ name: column, type });
    tables.set(table, columns);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

export async function readPartitions(db: Kysely<Database>): Promise<PartitionShape[]> {
  const { rows } = await sql<PartitionShape>`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and c.relkind = 'r'
    order by p.relname, c.relname`.execute(db);
  return rows;
}

async function readSequences(db: Kysely<Database>): Promise<SequenceShape[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`.execute(db);
  const sequences: SequenceShape[] = [];
  for (const { name } of names) {
    const { rows } = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.table(name)}`.execute(db);
    sequences.push({ name, ...rows[0]! });
  }
  return sequences;
}

/** Whether there is anything in the database: a table, a view or a sequence of anybody's, outside PostgreSQL's own schemas. */
export async function isEmptyDatabase(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as found`.execute(db);
  return !rows[0]!.found;
}

/** Whether the database is one of Pulse. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.kysely_migration') is not null as found`.execute(db);
  return rows[0]!.found;
}

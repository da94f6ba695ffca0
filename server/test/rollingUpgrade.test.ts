// During a rolling upgrade processes of the previous release go on with a database that the next one has changed. So a
// change may add, and neither take away nor ask for more.
import { identityMigrations } from "@pulse/identity/migrations";
import { type Kysely, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { serverMigrations } from "../migrations/migrations.ts";
import { migrateTo } from "../src/platform/database/migrate.ts";
import { openPgliteFolder } from "../src/platform/database/pgliteDatabase.ts";
import type { Database } from "../src/platform/database/schema.ts";
import { temporaryFolder } from "./support/database.ts";

/** The last ones of Pulse 1.19.2 (6d775d8a): set anew when a release is made. */
const released = { server: "0071_rate_windows", identity: "identity_0012_shared_keys" };

const all = [...Object.keys(serverMigrations), ...Object.keys(identityMigrations)];
const before = all.filter((name) => name <= (name.startsWith("identity_") ? released.identity : released.server));

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
}
interface Schema {
  /** By `table.column`. */
  columns: Map<string, Column>;
  /** Unique indexes, checks and foreign keys, as PostgreSQL writes them, with their table. */
  rules: Map<string, string>;
}
let [old, now]: Schema[] = [];

async function schemaAfter(migrations: readonly string[]): Promise<Schema> {
  const opened = await openPgliteFolder(temporaryFolder());
  try {
    await opened.db.transaction().execute((trx) => migrateTo(trx, migrations, identityMigrations));
    return await readSchema(opened.db);
  } finally {
    await opened.close();
  }
}

async function readSchema(db: Kysely<Database>): Promise<Schema> {
  const columns = await sql<Column>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`.execute(db);
  const rules = await sql<{ name: string; text: string }>`
    select c.relname as name, pg_get_constraintdef(r.oid) as text from pg_constraint r
      join pg_class c on c.oid = r.conrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('c', 'f')
    union all
    select c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique`.execute(db);
  return {
    columns: new Map(columns.rows.map((column) => [column.name, column])),
    rules: new Map(rules.rows.map(({ name, text }) => [`${name}: ${text}`, name])),
  };
}

beforeAll(async () => {
  old = await schemaAfter(before);
  now = await schemaAfter(all);
});

test("the release before has migrations that this one still has", () => {
  expect(all).toEqual(expect.arrayContaining([released.server, released.identity]));
});

test("what the release before reads and writes is still there, of the same type, and no more is required of it", () => {
  const changed = [...old!.columns.values()].flatMap((column) => {
    const later = now!.columns.get(column.name);
    if (later === undefined) return [`${column.name} is gone`];
    if (later.type !== column.type) return [`${column.name} is ${later.type} instead of ${column.type}`];
    return later.isRequired && !column.isRequired ? [`${column.name} became required`] : [];
  });
  expect(changed).toEqual([]);
});

test("rows that the release before writes need nothing of what is new", () => {
  const tables = new Set([...old!.columns.keys()].map((name) => name.split(".")[0]));
  const needed = [...now!.columns.values()]
    .filter(({ name }) => !old!.columns.has(name) && tables.has(name.split(".")[0]))
    .filter(({ isRequired, hasDefault }) => isRequired && !hasDefault);
  expect(needed.map(({ name }) => name)).toEqual([]);
});

test("rows that the release before writes are refused by nothing that is new", () => {
  const tables = new Set([...old!.columns.keys()].map((name) => name.split(".")[0]));
  const stricter = [...now!.rules].filter(([rule, table]) => !old!.rules.has(rule) && tables.has(table));
  expect(stricter.map(([rule]) => rule)).toEqual([]);
});

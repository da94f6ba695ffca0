import { type Kysely, sql } from "kysely";
import type { TableShape } from "./databaseShape.ts";
import type { Database } from "./schema.ts";

/** Some rows of a table: a line each, a JSON list of its columns' texts, as PostgreSQL itself writes and reads them. */
export interface RowChunk {
  rows: number;
  lines: Buffer;
}

/** About this much is read, sent and inserted at a time, bytes: rows vary between a hundred bytes and megabytes. */
const chunkBytes = 1024 * 1024;
const firstRows = 200;
const maxRows = 5_000;

/**
 * All rows of a table, in chunks of about a megabyte. A value goes as PostgreSQL's own text of it, which loses nothing of
 * any type, whatever the database.
 * @param db in a transaction, since it uses a cursor
 */
export async function* readRows(db: Kysely<Database>, { name, columns }: TableShape): AsyncGenerator<RowChunk> {
  if (columns.length === 0) return;
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  await sql`declare backup_rows no scroll cursor for
    select to_json(array[${texts}])::text as line from ${sql.table(name)}`.execute(db);
  let wanted = firstRows;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(wanted)} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    const lines = Buffer.from(`${rows.map(({ line }) => line).join("\n")}\n`);
    yield { rows: rows.length, lines };
    wanted = Math.max(1, Math.min(maxRows, Math.floor((rows.length * chunkBytes) / lines.length)));
  }
  await sql`close backup_rows`.execute(db);
}

/** Inserts what `readRows` has read. */
export async function insertRows(db: Kysely<Database>, { name, columns }: TableShape, lines: Buffer): Promise<number> {
  const rows = lines.toString("utf8").trimEnd().split("\n");
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map(({ type }, nth) => sql`(line ->> ${sql.lit(nth)})::${sql.raw(type)}`));
  const { numAffectedRows } = await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${`[${rows.join(",")}]`}::json) as line`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

import { type Kysely, sql } from "kysely";
import type { DatabaseShape, TableShape } from "./databaseShape.ts";
import type { TableSum } from "./migrationRecord.ts";
import { rowsSum } from "./rowsSum.ts";
import type { Database } from "./schema.ts";
import { insertRows, readRows } from "./tableRows.ts";

/** What is copied at a time: tables, and of partitioned ones each partition. */
export function copyUnits({ tables, partitions }: Pick<DatabaseShape, "tables" | "partitions">): TableShape[] {
  return tables.flatMap((table) => {
    const parts = partitions.filter(({ parent }) => parent === table.name);
    return parts.length === 0 ? [table] : parts.map(({ name }) => ({ name, columns: table.columns }));
  });
}

/**
 * The rows of a table: how many, and a sum that does not depend on the order in which they lie there.
 * @param db in a transaction
 * @param each is given each chunk of lines
 */
export async function sumTable(
  db: Kysely<Database>,
  table: TableShape,
  each: (lines: Buffer) => Promise<unknown> = async () => undefined,
): Promise<TableSum> {
  const sum = rowsSum();
  let rows = 0;
  for await (const chunk of readRows(db, table)) {
    sum.add(chunk.lines);
    rows += chunk.rows;
    await each(chunk.lines);
  }
  return { rows, sha256: sum.digest() };
}

/**
 * Copies all rows of a table into the same table elsewhere, whatever is there, and reads them there again.
 * @param source a transaction that sees one moment
 * @param trx a transaction of the target, whose table has neither foreign keys nor triggers
 * @throws {Error} if what is read there is not what was sent
 */
export async function copyTable(source: Kysely<Database>, trx: Kysely<Database>, table: TableShape): Promise<TableSum> {
  await sql`truncate ${sql.table(table.name)}`.execute(trx);
  const sent = await sumTable(source, table, (lines) => insertRows(trx, table, lines));
  const stored = await sumTable(trx, table);
  if (stored.rows !== sent.rows || stored.sha256 !== sent.sha256)
    throw new Error(
      `the table ${table.name} was not stored as it was read (${sent.rows} rows sent, ${stored.rows} rows stored)`,
    );
  return sent;
}

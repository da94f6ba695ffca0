import { type RawBuilder, sql } from "kysely";

type Cell = string | number | boolean | null;

/**
 * One column for `select * from unnest(…)`: a PostgreSQL array as text, which both drivers pass on unchanged. It is
 * several times cheaper than one parameter per value, and has no limit of 65,535 values.
 */
export function arrayOf<Row>(type: string, rows: readonly Row[], cell: (row: Row) => Cell): RawBuilder<unknown> {
  const write = type === "text" || type === "jsonb" ? quoted : String;
  let text = "{";
  for (const row of rows) {
    const value = cell(row);
    text += `${text === "{" ? "" : ","}${value === null ? "NULL" : write(value)}`;
  }
  return sql`${`${text}}`}::${sql.raw(type)}[]`;
}

/**
 * Only text and JSON may contain the characters that separate array elements; in other types the database refuses such a value.
 */
function quoted(value: string | number | boolean): string {
  return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** An instant as PostgreSQL reads it. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

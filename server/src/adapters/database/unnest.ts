import { type RawBuilder, sql } from "kysely";

type Cell = string | number | boolean | null;

/**
 * One column of `select * from unnest(…)`: a PostgreSQL array as text, which both drivers pass on as it is. Several times
 * cheaper than one parameter a value, and without the limit of 65,535 of them.
 */
export function arrayOf<Row>(type: string, rows: readonly Row[], cell: (row: Row) => Cell): RawBuilder<unknown> {
  const write = type === "text" ? quoted : String;
  let text = "{";
  for (const row of rows) {
    const value = cell(row);
    text += `${text === "{" ? "" : ","}${value === null ? "NULL" : write(value)}`;
  }
  return sql`${`${text}}`}::${sql.raw(type)}[]`;
}

/** Only text may hold what parts an array; in any other type that is a value the database refuses. */
function quoted(value: string | number | boolean): string {
  return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** An instant as PostgreSQL reads it. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

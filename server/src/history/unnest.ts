import { type RawBuilder, sql } from "kysely";

type Cell = string | number | boolean | null;

/**
 * One column of `select * from unnest(…)`: a PostgreSQL array as text, which both drivers pass on as it is. Several times
 * cheaper than one parameter a value, and without the limit of 65,535 of them.
 */
export function arrayOf<Row>(type: string, rows: readonly Row[], cell: (row: Row) => Cell): RawBuilder<unknown> {
  const text = rows.map((row) => cellText(cell(row))).join(",");
  return sql`${`{${text}}`}::${sql.raw(type)}[]`;
}

function cellText(value: Cell): string {
  if (value === null) return "NULL";
  if (typeof value !== "string") return String(value);
  return /^[\w:.+-]+$/.test(value) && value !== "NULL" ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** An instant as PostgreSQL reads it. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

import { type RawBuilder, sql } from "kysely";
import { guarded } from "./table/csvTable.ts";

/** A stored text as it comes from a file once the import has removed the guard that an export puts before formulas. */
export function unguarded(column: string): RawBuilder<string> {
  return sql<string>`regexp_replace(${sql.ref(column)}, ${guarded.source}, '')`;
}

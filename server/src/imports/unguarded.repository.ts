import { type RawBuilder, sql } from "kysely";
import { guarded } from "./csvRows.ts";

/** A stored text as a file tells it once the import has taken off what an export puts before formulas. */
export function unguarded(column: string): RawBuilder<string> {
  return sql<string>`regexp_replace(${sql.ref(column)}, ${guarded.source}, '')`;
}

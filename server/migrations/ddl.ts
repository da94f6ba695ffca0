import { type Kysely, sql } from "kysely";

/**
 * Runs DDL statement by statement: PGlite's extended protocol takes one at a time. Statements are parted by a semicolon
 * at the end of a line, so none may hold one inside. Migrations are frozen once released, so they import nothing else.
 */
export async function ddl(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(/;[ \t]*(?:\n|$)/)) {
    if (statement.trim()) await sql.raw(statement).execute(db);
  }
}

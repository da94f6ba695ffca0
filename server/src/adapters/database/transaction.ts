import { type Kysely, sql, type Transaction } from "kysely";
import { turns } from "../../turns.ts";
import type { Database } from "./schema.ts";

const inTurn = turns<object>();
let savepoints = 0;

/**
 * Runs `work` in a transaction: all of it or nothing. Inside another one it runs under a savepoint, so that its failure
 * undoes it alone. `work` must use the handle it is given: on the embedded database, which has one connection, a query on
 * the outer one would wait for ever.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute(work);
  // Savepoints nest: two at once on one connection would end each other, so those of one handle take turns.
  return inTurn(db, () => underSavepoint(db as Transaction<Database>, work));
}

async function underSavepoint<T>(
  outer: Transaction<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  savepoints += 1;
  const name = sql.ref(`nested_${savepoints}`);
  await sql`savepoint ${name}`.execute(outer);
  try {
    // A handle of its own, or a further level would wait for the one it runs in.
    const result = await work(outer.withoutPlugins());
    await sql`release savepoint ${name}`.execute(outer);
    return result;
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(outer);
    await sql`release savepoint ${name}`.execute(outer);
    throw error;
  }
}

import { type Kysely, sql, type Transaction } from "kysely";
import { keyedQueue } from "../runtime/keyedQueue.ts";
import type { Database } from "./schema.ts";

const serially = keyedQueue<object>();
let savepoints = 0;

/**
 * Runs `work` in a transaction, all or nothing. Inside another transaction it uses a savepoint, so that a failure
 * undoes only this part. `work` must use the handle it is given: the embedded database has one connection, so a query
 * on the outer handle would wait for ever.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute(work);
  // Savepoints nest: two at once on one connection would end each other, so those of one handle take turns.
  return serially(db, () => underSavepoint(db as Transaction<Database>, work));
}

async function underSavepoint<T>(
  outer: Transaction<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  savepoints += 1;
  const name = sql.ref(`nested_${savepoints}`);
  await sql`savepoint ${name}`.execute(outer);
  try {
    // It gets a handle of its own, since a further level would otherwise wait for the one it runs in.
    const result = await work(outer.withoutPlugins());
    await sql`release savepoint ${name}`.execute(outer);
    return result;
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(outer);
    await sql`release savepoint ${name}`.execute(outer);
    throw error;
  }
}

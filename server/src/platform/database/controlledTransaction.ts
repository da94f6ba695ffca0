import type { ControlledTransaction, Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** Acts in a transaction that has savepoints, which Kysely's usual ones lack; rolls back and rejects if the act does. */
export async function controlledTransaction<T>(
  db: Kysely<Database>,
  act: (trx: ControlledTransaction<Database>) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    const result = await act(trx);
    await trx.commit().execute();
    return result;
  } catch (error) {
    if (!trx.isCommitted)
      await trx
        .rollback()
        .execute()
        .catch(() => undefined);
    throw error;
  }
}

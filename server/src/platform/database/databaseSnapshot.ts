import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** A database as it was at one moment, while others go on writing. */
export interface DatabaseSnapshot {
  /** A transaction that sees that moment. */
  db: Kysely<Database>;
  close(): Promise<void>;
}

/**
 * Begins a transaction that sees the database as it is now.
 * @param atMoment called right after that moment
 */
export async function beginSnapshot(db: Kysely<Database>, atMoment: () => Promise<void>): Promise<DatabaseSnapshot> {
  const trx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    // The first statement decides what the transaction sees.
    await sql`select 1`.execute(trx);
    await atMoment();
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
  return {
    db: trx,
    close: async () => {
      await trx.rollback().execute();
    },
  };
}

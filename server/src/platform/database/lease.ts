import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema.ts";

/** How long a lease lasts if nobody extends it: after a crash, others wait no longer than this. */
export const leaseMs = 6_000;

/** When a lease taken now ends, by the database's clock, since the clocks of processes may differ. */
export const leaseEnd = (ms: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

/** Whether a row's lease has ended. A lease that ends now has: PGlite's clock can stand still for a millisecond. */
export const isLeaseExpired = (table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.leased_until`)} <= clock_timestamp()`;

/** Runs `act` and extends its lease meanwhile. If the lease is lost, committing the work fails. */
export async function withLease<T>(ms: number, extend: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  let extending = Promise.resolve();
  let isExtending = false;
  const timer = setInterval(() => {
    if (isExtending) return;
    isExtending = true;
    extending = extend()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (isExtending = false));
  }, ms / 3).unref();
  try {
    return await act();
  } finally {
    clearInterval(timer);
    await extending;
  }
}

/** Ends every lease, for a database that no other process can have opened. */
export async function endLeases(db: Kysely<Database>): Promise<void> {
  const leased_until = sql<Date>`clock_timestamp()`;
  await db.updateTable("account_work").set({ leased_until }).execute();
  await db.updateTable("event_consumers").set({ leased_until }).execute();
  await db.updateTable("webhook_deliveries").set({ claimed_until: null }).where("state", "=", "waiting").execute();
  await db.updateTable("imports").set({ claimed_until: null }).where("state", "=", "running").execute();
  for (const table of ["reports", "digest_mails"] as const)
    await db
      .updateTable(table)
      .set({ mail_lease: null, mail_leased_until: null, next_try_at: leased_until })
      .where("mail_lease", "is not", null)
      .execute();
  await db.updateTable("idempotency_keys").set({ leased_until }).where("status", "is", null).execute();
}

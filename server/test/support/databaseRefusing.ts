import type { TestPulse } from "./testPulse.ts";

const tables = ["positions", "sightings"] as const;

/** Makes the database refuse history while `work` runs, on either kind of database. */
export async function whileHistoryIsRefused(db: TestPulse["db"], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await db.schema.alterTable(table).renameTo(`${table}_away`).execute();
  try {
    await work();
  } finally {
    for (const table of tables) await db.schema.alterTable(`${table}_away`).renameTo(table).execute();
  }
}

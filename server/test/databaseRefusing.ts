import type { TestPulse } from "./testPulse.ts";

const tables = ["positions", "sightings"] as const;

/** Makes the database take no history for as long as `work` runs, whichever database it is. */
export async function whileHistoryIsRefused(db: TestPulse["db"], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await db.schema.alterTable(table).renameTo(`${table}_away`).execute();
  try {
    await work();
  } finally {
    for (const table of tables) await db.schema.alterTable(`${table}_away`).renameTo(table).execute();
  }
}

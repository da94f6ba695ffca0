import type { Database } from "@pulse/server/platform/database/schema";
import type { Kysely } from "kysely";
import { type BenchSite, seedBenchSite } from "./benchSite.ts";

/** How many sites, and how many gateways and trackers each has. Sixteen in a row are one in each partition of the log. */
export interface SiteCounts {
  sites: number;
  gateways: number;
  trackers: number;
}

export type CellSite = BenchSite;

/**
 * Writes sites with the same numbers of things into a migrated, empty database. They do not calibrate themselves: a new site fits
 * its model several times in its first minutes, and later every ten minutes, for about a second of processor time.
 */
export async function seedSites(db: Kysely<Database>, { sites, ...counts }: SiteCounts): Promise<CellSite[]> {
  const made: CellSite[] = [];
  for (let nth = 1; nth <= sites; nth++) made.push(await seedBenchSite(db, counts, nth));
  await db.updateTable("sites").set({ self_calibrating: false }).execute();
  return made;
}

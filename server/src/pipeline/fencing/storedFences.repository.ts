import { type Kysely, sql } from "kysely";
import { exitTimeoutMin } from "../../platform/database/exitTimeout.ts";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** Which fences: all, or those of these ids, sites or customers. */
export type FenceSelection = "all" | { by: "geofence" | "site" | "customer"; ids: readonly string[] };
export type StoredFence = Awaited<ReturnType<typeof storedFences>>[number];

const columns = { geofence: "g.id", site: "g.site_id", customer: "g.customer_id" } as const;

/** Fences with the time-out that applies. */
export async function storedFences(db: Kysely<Database>, selection: FenceSelection) {
  return db
    .selectFrom("geofences as g")
    .innerJoin("sites as s", "s.id", "g.site_id")
    .innerJoin("customers as c", "c.id", "g.customer_id")
    .selectAll("g")
    .select(exitTimeoutMin.as("exit_timeout_min"))
    .where("g.deleted_at", "is", null)
    .$if(selection !== "all", (of) => {
      const { by, ids } = selection as Exclude<FenceSelection, "all">;
      return of.where(columns[by], "=", sql<string>`any(${arrayOf("uuid", ids, (id) => id)})`);
    })
    .execute();
}

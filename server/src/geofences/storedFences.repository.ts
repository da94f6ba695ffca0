import { defaults } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { arrayOf } from "../adapters/database/unnest.ts";

/** Which fences: all, or those of these ids, sites or customers. */
export type AskedFences = "all" | { by: "geofence" | "site" | "customer"; ids: readonly string[] };
export type StoredFence = Awaited<ReturnType<typeof storedFences>>[number];

const columns = { geofence: "g.id", site: "g.site_id", customer: "g.customer_id" } as const;

/** The time-out of fence `g` of site `s` and customer `c`: its own, theirs, or the default (decisions C15). */
export const exitTimeoutMin = sql<number>`coalesce(g.geofence_exit_timeout, (s.settings ->> 'geofenceExitTimeout')::int,
  (c.config ->> 'geofenceExitTimeout')::int, ${sql.lit(defaults.geofenceExitTimeoutMin)})`;

/** Fences with the time-out that applies. */
export async function storedFences(db: Kysely<Database>, asked: AskedFences) {
  return db
    .selectFrom("geofences as g")
    .innerJoin("sites as s", "s.id", "g.site_id")
    .innerJoin("customers as c", "c.id", "g.customer_id")
    .selectAll("g")
    .select(exitTimeoutMin.as("exit_timeout_min"))
    .where("g.deleted_at", "is", null)
    .$if(asked !== "all", (of) => {
      const { by, ids } = asked as Exclude<AskedFences, "all">;
      return of.where(columns[by], "=", sql<string>`any(${arrayOf("uuid", ids, (id) => id)})`);
    })
    .execute();
}

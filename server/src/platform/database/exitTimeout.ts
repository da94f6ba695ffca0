import { defaults } from "@pulse/contract/limits";
import { sql } from "kysely";

/** The time-out of fence `g` of site `s` and customer `c`: its own, theirs, or the default (decisions C15). */
export const exitTimeoutMin = sql<number>`coalesce(g.geofence_exit_timeout, (s.settings ->> 'geofenceExitTimeout')::int,
  (c.config ->> 'geofenceExitTimeout')::int, ${sql.lit(defaults.geofenceExitTimeoutMin)})`;

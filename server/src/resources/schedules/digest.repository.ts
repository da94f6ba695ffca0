import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteDigest } from "./digest.ts";

/** When a tagged thing counts as lost, and for how long one may stay in a geofence. */
export interface DigestLimits {
  lostAfterDay: number;
  dwellLimitMin: number;
}

/** What needs attention at a site: its assets with a tracker, not those in the archive. */
export async function siteDigest(
  db: Kysely<Database>,
  site: { id: string; name: string },
  { lostAfterDay, dwellLimitMin }: DigestLimits,
  now: Date,
): Promise<SiteDigest> {
  const { rows: things } = await sql<{ name: string; percent: number | null; heard: Date | null }>`
    select a.name, min(s.battery_level) as percent, max(s.last_heard_at) as heard
    from assets a
    join links l on l.asset_id = a.id and l.unlinked_at is null
    left join tracker_status s on s.tracker_id = l.tracker_id
    where a.site_id = ${site.id} and not a.archived and a.deleted_at is null
    group by a.id, a.name order by lower(a.name), a.id`.execute(db);
  const dwelling = await db
    .selectFrom("geofence_stays as x")
    .innerJoin("assets as a", "a.id", "x.asset_id")
    .innerJoin("geofences as g", "g.id", "x.geofence_id")
    .select(["a.name", "g.name as geofence", "x.enter_at as since"])
    .where("x.site_id", "=", site.id)
    .where("x.exit_at", "is", null)
    .where("x.enter_at", "<", new Date(now.getTime() - dwellLimitMin * 60_000))
    .where("a.archived", "=", false)
    .orderBy("x.enter_at")
    .execute();
  const silentFrom = now.getTime() - limits.silentMs;
  const lostFrom = now.getTime() - lostAfterDay * 24 * 3600_000;
  const quietSince = (sightings: Date | null): number => sightings?.getTime() ?? -Infinity;
  return {
    site: site.name,
    low: things.flatMap(({ name, percent }) =>
      percent !== null && percent <= limits.lowBatteryPercent ? [{ name, percent }] : [],
    ),
    silent: things.flatMap(({ name, heard }) =>
      heard !== null && quietSince(heard) < silentFrom && quietSince(heard) >= lostFrom
        ? [{ name, lastHeard: heard }]
        : [],
    ),
    lost: things.flatMap(({ name, heard }) => (quietSince(heard) < lostFrom ? [{ name, lastHeard: heard }] : [])),
    dwelling,
  };
}

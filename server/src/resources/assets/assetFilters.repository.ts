import { limits } from "@pulse/contract/limits";
import type { ThingHealth } from "@pulse/contract/assets";
import { type RawBuilder, sql } from "kysely";
import { arrayOf } from "../../platform/database/unnest.ts";

/** The filters of a list (shapes S2). */
export interface ListFilters {
  archived?: "true" | "false" | "all" | undefined;
  type?: string[] | undefined;
  floorId?: string[] | undefined;
  linked?: boolean | undefined;
  health?: ThingHealth[] | undefined;
}

/** Those of a list of assets. */
export interface AssetFilters extends ListFilters {
  /** In one of these now. */
  geofenceId?: string[] | undefined;
}

const linked = sql`exists (select from links l where l.asset_id = a.id and l.unlinked_at is null)`;

/**
 * The conditions that asset `a` of a site must meet. Each finds all matching assets at once instead of looking up one
 * by one.
 */
export function assetFilters(filters: AssetFilters, siteId: string): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const { type, floorId, geofenceId, health } = filters;
  if (type?.length)
    conditions.push(
      // A type may itself contain a comma.
      sql<boolean>`lower(a.type) = any(select lower(x) from unnest(
        ${arrayOf("text", [...type, type.join(","), type.join(", ")], (each) => each)}) as x)`,
    );
  if (floorId?.length)
    conditions.push(sql<boolean>`a.id in (select asset_id from latest_positions where site_id = ${siteId} and shown
      and floor_id = any(${arrayOf("uuid", floorId, (id) => id)}))`);
  if (geofenceId?.length)
    conditions.push(sql<boolean>`a.id in (select asset_id from geofence_stays where site_id = ${siteId} and exit_at is null
      and geofence_id = any(${arrayOf("uuid", geofenceId, (id) => id)}))`);
  if (filters.linked !== undefined)
    conditions.push(filters.linked ? sql<boolean>`${linked}` : sql<boolean>`not ${linked}`);
  if (health?.length)
    conditions.push(
      sql<boolean>`(${sql.join(
        health.map((each) => healths(siteId)[each]),
        sql` or `,
      )})`,
    );
  return conditions;
}

/** The links of a site's trackers, each with what the tracker reported. */
const ofSite = (siteId: string, status: "join" | "left join") =>
  sql`from trackers t join links l on l.tracker_id = t.id and l.unlinked_at is null
    ${sql.raw(status)} tracker_status s on s.tracker_id = t.id where t.site_id = ${siteId}`;

const healths = (siteId: string): Record<ThingHealth, RawBuilder<unknown>> => ({
  low_battery: sql`a.id in (select l.asset_id ${ofSite(siteId, "join")} and s.battery_level <= ${limits.lowBatteryPercent})`,
  silent: sql`a.id in (select l.asset_id ${ofSite(siteId, "join")} group by l.asset_id
    having max(s.last_heard_at) < now() - ${limits.silentMs} * interval '1 millisecond')`,
  never_heard: sql`a.id in (select l.asset_id ${ofSite(siteId, "left join")} group by l.asset_id
    having count(s.tracker_id) = 0)`,
  unlinked: sql`not ${linked}`,
});

import { limits } from "@pulse/contract/limits";
import { sql } from "kysely";

const ms = (duration: number) => sql`${duration} * interval '1 millisecond'`;

/** The gateways of the site `s`, those that people carry or the others. */
const gateways = (isMobile: boolean) =>
  sql`from hardwares h join hardware_types t on t.id = h.hardware_type_id
    left join gateway_status g on g.hardware_id = h.id
    left join device_configurations c on c.target_id = h.id
    where h.site_id = s.id and h.deleted_at is null and t.mobile = ${isMobile}`;

/** As shapes S9 says: a message within the longer of a minute and three of its upload periods. */
const online = (at: Date) => sql`g.last_message_at >= ${at}::timestamptz - greatest(${ms(limits.connectedMs)},
  coalesce((c.configuration ->> 'uploadPeriodS')::float8, 0) * interval '3 seconds')`;

/** Things of the site `s` that are in use. */
const used = (table: "assets" | "trackers") =>
  sql`from ${sql.table(table)} x where x.site_id = s.id and not x.archived and x.deleted_at is null`;

/** An asset is seen by any of its trackers. */
const seen = (at: Date) => sql`exists (select from links l join tracker_status h on h.tracker_id = l.tracker_id
  where l.asset_id = x.id and l.unlinked_at is null and h.last_heard_at >= ${at}::timestamptz - ${ms(limits.silentMs)})`;

/**
 * How many things the site `s` of a query has, and how many of them are present according to what is stored. `at`: the
 * moment up to which all messages are processed, since what waits is no silence.
 */
export const siteCounts = (at: Date) =>
  [
    sql<number>`(select count(*)::int ${gateways(true)})`.as("num_mobile"),
    sql<number>`(select count(*)::int ${gateways(false)})`.as("num_gateway"),
    sql<number>`(select count(*)::int ${gateways(false)} and ${online(at)})`.as("num_gateway_online"),
    sql<number>`(select count(*)::int ${used("trackers")})`.as("num_beacon"),
    sql<number>`(select count(*)::int ${used("assets")})`.as("num_asset"),
    sql<number>`(select count(*)::int ${used("assets")} and ${seen(at)})`.as("num_asset_seen"),
  ] as const;

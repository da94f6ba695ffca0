import { limits } from "@pulse/contract/limits";
import type { IdentityKind } from "@pulse/contract/trackerIdentities";
import type { ThingHealth } from "@pulse/contract/assets";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { PositionsTable } from "../../platform/database/tables/positions.ts";
import type { TrackersTable } from "../../platform/database/tables/things.ts";
import { fold, folded, type SearchQuery } from "../../platform/database/listing.ts";
import { scannedMac } from "../../platform/database/scannedMac.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { plain, searchFold } from "../search/searchWords.ts";

/** The filters of a list (shapes S2). */
export interface TrackerFilters {
  archived?: "true" | "false" | "all" | undefined;
  type?: string[] | undefined;
  floorId?: string[] | undefined;
  linked?: boolean | undefined;
  health?: ThingHealth[] | undefined;
}

/** Where a tracker was last, or at a moment. */
export type TrackerPlace = Pick<
  Selectable<PositionsTable>,
  | "lat"
  | "lon"
  | "elevation"
  | "floor_id"
  | "accuracy"
  | "nearest_hardware_id"
  | "nearest_dis"
  | "room_id"
  | "room_name"
  | "room_probability"
> & { end_ms: number; signal_strength: number | null };

/** A tracker's row with its type, its status, its asset and its place. */
export interface ReadTracker extends Omit<Selectable<TrackersTable>, "mqtt_secret_hash" | "search_text"> {
  capabilities: { ring: boolean; deviceConfig: boolean };
  last_heard_at: Date | null;
  battery_level: number | null;
  signal_strength: number | null;
  asset: { id: string; guid: string; name: string; image_id: string | null } | null;
  latest: TrackerPlace | null;
  /** Besides its first MAC. */
  identities: { kind: IdentityKind; value: string }[];
}

const placeColumns = sql`'lat', p.lat, 'lon', p.lon, 'elevation', p.elevation, 'floor_id', p.floor_id,
  'accuracy', p.accuracy, 'nearest_hardware_id', p.nearest_hardware_id, 'nearest_dis', p.nearest_dis,
  'room_id', p.room_id, 'room_name', p.room_name, 'room_probability', p.room_probability`;

/** Where tracker `t` was last. */
const latest = sql<TrackerPlace | null>`(select json_build_object(${placeColumns},
    'end_ms', extract(epoch from p.end_ts) * 1000, 'signal_strength', p.signal_strength)
  from latest_positions p where p.tracker_id = t.id and p.shown)`;

/** Where it was at a moment of the past; a stay that continued is cut off at that moment. */
const placeAt = (at: Date) => sql<TrackerPlace | null>`(select json_build_object(${placeColumns},
    'end_ms', extract(epoch from least(p.end_ts, ${at}::timestamptz)) * 1000, 'signal_strength', null)
  from positions p where p.tracker_id = t.id and p.shown and p.ts <= ${at} order by p.ts desc limit 1)`;

/** What belongs to the rows of `page`, which stand for trackers as `t`; `at` null: now. */
export function withAll(db: Kysely<Database>, page: RawBuilder<unknown>, at: Date | null = null) {
  return sql<ReadTracker & { total_count: number }>`select t.*, y.capabilities, s.last_heard_at, s.battery_level,
      s.signal_strength, ${at === null ? latest : placeAt(at)} as latest,
      (select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.position), '[]')
        from tracker_identities i where i.tracker_id = t.id) as identities,
      (select json_build_object('id', a.id, 'guid', a.guid, 'name', a.name, 'image_id', a.image_id)
        from links l join assets a on a.id = l.asset_id where l.tracker_id = t.id and l.unlinked_at is null) as asset
    from (${page}) as t join tracker_types y on y.type = t.type left join tracker_status s on s.tracker_id = t.id`;
}

/** @param page whether it is for the page's own rows, which contain the columns that they were sorted by */
export const sortColumns = (page: "inner" | "outer") => ({
  id: sql`t.id`,
  name: sql`lower(t.name)`,
  type: sql`lower(t.type)`,
  mac: sql`t.mac`,
  serial_no: sql`lower(t.serial_no)`,
  battery_level: page === "inner" ? sql`s.battery_level` : sql`t.sorted_battery`,
  signal_strength: page === "inner" ? sql`s.signal_strength` : sql`t.sorted_signal`,
  location_updated: page === "inner" ? sql`p.end_ts` : sql`t.sorted_seen`,
  created_at: sql`t.created_at`,
});
/** Those of them that may be null. */
export const nullableColumns = ["serial_no", "battery_level", "signal_strength", "location_updated"];

/** The tables that these sort fields need besides the trackers', and their columns in the page's rows. */
export function sortedBy(fields: readonly string[]): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } {
  const status = fields.includes("battery_level") || fields.includes("signal_strength");
  const seen = fields.includes("location_updated");
  return {
    columns: sql`${status ? sql`, s.battery_level as sorted_battery, s.signal_strength as sorted_signal` : sql``}
      ${seen ? sql`, p.end_ts as sorted_seen` : sql``}`,
    joins: sql`${status ? sql`left join tracker_status s on s.tracker_id = t.id` : sql``}
      ${seen ? sql`left join latest_positions p on p.tracker_id = t.id and p.shown` : sql``}`,
  };
}

const columns = { name: sql`t.name`, type: sql`t.type`, mac: sql`t.mac`, serial_no: sql`t.serial_no` };
const isColumn = (name: string): name is keyof typeof columns => name in columns;

/**
 * Whether any of the requested fields of tracker `t` contains the keyword. The text kept for the search, which is folded
 * already, says first whether it may be there.
 */
export function holdsKeyword(query: SearchQuery, siteId: string): RawBuilder<boolean> {
  const keyword = query.searchKeyword?.trim();
  if (!keyword) return sql<boolean>`true`;
  const names = query.searchFields?.length ? query.searchFields : [...Object.keys(columns), "asset_name"];
  const pattern = `%${plain(searchFold(keyword))}%`;
  const holds = (column: RawBuilder<unknown>) => sql`position(${fold(keyword)} in ${folded(column)}) > 0`;
  const own = names.filter(isColumn);
  const searchable = own.filter((name) => name !== "type");
  const conditions = [
    ...(searchable.length === 0
      ? []
      : [
          sql`(t.search_text like ${pattern} and (${sql.join(
            searchable.map((name) => holds(columns[name])),
            sql` or `,
          )}))`,
        ]),
    ...(own.includes("mac") ? scannedMac(keyword) : []),
    ...(own.includes("type") ? [holds(columns.type)] : []),
    ...(names.includes("asset_name")
      ? [
          sql`t.id in (select l.tracker_id from assets a join links l on l.asset_id = a.id and l.unlinked_at is null
            where a.site_id = ${siteId} and a.search_text like ${pattern} and ${holds(sql`a.name`)})`,
        ]
      : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

const linked = sql`exists (select from links l where l.tracker_id = t.id and l.unlinked_at is null)`;

/** The conditions that tracker `t` of a site must meet, besides the keyword. */
export function trackerConditions(query: SearchQuery & TrackerFilters, siteId: string): RawBuilder<unknown> {
  const { archived = "false", type, floorId, health } = query;
  const conditions: RawBuilder<unknown>[] = [
    sql`t.site_id = ${siteId}`,
    sql`t.deleted_at is null`,
    ...(archived === "all" ? [] : [archived === "true" ? sql`t.archived` : sql`not t.archived`]),
    ...(type?.length
      ? [sql`lower(t.type) = any(select lower(x) from unnest(${arrayOf("text", type, (each) => each)}) as x)`]
      : []),
    ...(floorId?.length
      ? [
          sql`t.id in (select tracker_id from latest_positions where site_id = ${siteId} and shown
            and floor_id = any(${arrayOf("uuid", floorId, (id) => id)}))`,
        ]
      : []),
    ...(query.linked === undefined ? [] : [query.linked ? linked : sql`not ${linked}`]),
    ...(health?.length
      ? [
          sql`(${sql.join(
            health.map((each) => healths[each]),
            sql` or `,
          )})`,
        ]
      : []),
    holdsKeyword(query, siteId),
  ];
  return sql.join(conditions, sql` and `);
}

const healths: Record<ThingHealth, RawBuilder<unknown>> = {
  low_battery: sql`t.id in (select tracker_id from tracker_status where battery_level <= ${limits.lowBatteryPercent})`,
  silent: sql`t.id in (select tracker_id from tracker_status
    where last_heard_at < now() - ${limits.silentMs} * interval '1 millisecond')`,
  never_heard: sql`not exists (select from tracker_status h where h.tracker_id = t.id)`,
  unlinked: sql`not ${linked}`,
};

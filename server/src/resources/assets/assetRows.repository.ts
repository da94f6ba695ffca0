import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AssetsTable } from "../../platform/database/tables/things.ts";
import { fold, folded, type SearchQuery } from "../../platform/database/listing.ts";
import { scannedMac } from "../../platform/database/scannedMac.ts";
import { plain, searchFold } from "../search/searchWords.ts";

/** A tracker that is linked now. */
export interface LinkRow {
  id: string;
  guid: string;
  name: string;
  type: string;
  mac: string;
  battery_level: number | null;
  signal_strength: number | null;
  linked_ms: number;
}

/** A latest position of one of an asset's trackers, as part of the asset's row. */
export interface LatestRow {
  end_ms: number;
  accuracy: number;
  lat: number;
  lon: number;
  elevation: number | null;
  floor_id: string | null;
  floor: string | null;
  building_id: string | null;
  building: string | null;
  room_id: string | null;
  room_name: string | null;
  room_probability: number | null;
}

/** An asset's row with its trackers and where they were. */
export interface ReadAsset extends Selectable<AssetsTable> {
  links: readonly LinkRow[];
  latest: readonly LatestRow[];
  /** Whether it has had a tracker that it no longer has. */
  gave_back: boolean;
}

/** The trackers that are linked to asset `a` now, the oldest link first. */
export const linkedTrackers = sql<LinkRow[]>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'guid', t.guid, 'name', t.name, 'type', t.type, 'mac', t.mac,
    'battery_level', s.battery_level, 'signal_strength', s.signal_strength, 'linked_ms', extract(epoch from l.linked_at) * 1000)
    order by l.linked_at), '[]')
  from links l join trackers t on t.id = l.tracker_id left join tracker_status s on s.tracker_id = t.id
  where l.asset_id = a.id and l.unlinked_at is null)`;

/** Where the trackers of asset `a` were last, with the names of the places. */
export const latestPositions = sql<LatestRow[]>`(
  select coalesce(json_agg(json_build_object('end_ms', extract(epoch from p.end_ts) * 1000, 'accuracy', p.accuracy,
    'lat', p.lat, 'lon', p.lon, 'elevation', p.elevation, 'floor_id', p.floor_id, 'floor', f.name,
    'building_id', b.id, 'building', b.name, 'room_id', p.room_id, 'room_name', p.room_name,
    'room_probability', p.room_probability)), '[]')
  from latest_positions p left join floors f on f.id = p.floor_id left join buildings b on b.id = f.building_id
  where p.asset_id = a.id and p.shown)`;

/** Whether a link of asset `a` has ended. */
export const gaveBack = sql<boolean>`exists (
  select from links l where l.asset_id = a.id and l.unlinked_at is not null)`;

/** @param seenAt the column that says when asset `a` was last seen */
export const sortColumns = (seenAt: "seen.at" | "a.seen_at") => ({
  id: sql`a.id`,
  name: sql`lower(a.name)`,
  type: sql`lower(a.type)`,
  external_id: sql`lower(a.external_id)`,
  location_updated: sql.ref(seenAt),
  created_at: sql`a.created_at`,
  updated_at: sql`a.updated_at`,
});
/** Those of them that may be null. */
export const nullableColumns = ["external_id", "location_updated"];

/**
 * When each asset of a site was last seen. There is no index for it (decision 0010), so all of a site are read at once.
 */
export const lastSeen = (siteId: string): RawBuilder<{ asset_id: string; at: Date }> =>
  sql`(select asset_id, max(end_ts) as at from latest_positions where site_id = ${siteId} and shown group by asset_id)`;

const columns = {
  name: sql`a.name`,
  type: sql`a.type`,
  external_id: sql`a.external_id`,
  description: sql`a.description`,
};
const trackerColumns = { tracker_name: sql`t.name`, tracker_mac: sql`t.mac` };
const isColumn = (name: string): name is keyof typeof columns => name in columns;
const isTrackerColumn = (name: string): name is keyof typeof trackerColumns => name in trackerColumns;

/**
 * Whether any of the requested fields of asset `a` contains the keyword. Folding text is by far the most expensive
 * part, so it is only done where the text kept for the search, which is folded already, says that the keyword may be
 * there.
 */
export function holdsKeyword(query: SearchQuery, siteId: string): RawBuilder<boolean> {
  const keyword = query.searchKeyword?.trim();
  if (!keyword) return sql<boolean>`true`;
  const names = query.searchFields?.length
    ? query.searchFields
    : [...Object.keys(columns), ...Object.keys(trackerColumns)];
  const pattern = `%${plain(searchFold(keyword))}%`;
  const holds = (column: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`position(${fold(keyword)} in ${folded(column)}) > 0`;
  const any = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(conditions, sql` or `)})`;

  const searched = names.filter(isColumn).filter((name) => name !== "description");
  const described = names.includes("description")
    ? [sql<boolean>`(a.description is not null and ${holds(columns.description)})`]
    : [];
  const tracked = names.filter(isTrackerColumn);
  return any([
    ...(searched.length === 0
      ? []
      : [sql<boolean>`(a.search_text like ${pattern} and ${any(searched.map((name) => holds(columns[name])))})`]),
    ...described,
    ...(tracked.length === 0
      ? []
      : [
          sql<boolean>`a.id in (select l.asset_id from trackers t join links l on l.tracker_id = t.id
            where t.site_id = ${siteId} and l.unlinked_at is null and ${any([
              sql<boolean>`(t.search_text like ${pattern} and ${any(tracked.map((name) => holds(trackerColumns[name])))})`,
              ...(tracked.includes("tracker_mac") ? scannedMac(keyword) : []),
            ])})`,
        ]),
  ]);
}

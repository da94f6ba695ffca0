import type { PageMetadata } from "@pulse/contract/page";
import type { Tracker } from "@pulse/contract/trackers";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { metadataOf, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { ColdRows } from "../../pipeline/history/cold/coldRows.ts";
import { placesOf } from "../../pipeline/places/places.ts";
import { fencesInside } from "../geofences/fencesInside.ts";
import {
  nullableColumns,
  type ReadTracker,
  sortColumns,
  sortedBy,
  trackerConditions,
  type TrackerFilters,
  withAll,
} from "./trackerRows.repository.ts";
import { trackerView } from "./trackerView.ts";

/** Trackers with where cold files have them last, up to a moment, if that is later. */
async function withFrozen(rows: readonly ReadTracker[], at: Date, cold: ColdRows): Promise<ReadTracker[]> {
  const atMs = at.getTime();
  const frozen = await cold.lastAt(rows.map(({ id }) => ({ trackerId: id, atMs, isShown: true })));
  return rows.map((row, nth) => {
    const last = frozen[nth] ?? null;
    if (last === null) return row;
    const endMs = Math.min(last.end_ts.getTime(), atMs);
    return (row.latest?.end_ms ?? -Infinity) >= endMs
      ? row
      : { ...row, latest: { ...last, end_ms: endMs, signal_strength: null } };
  });
}

export type TrackerLists = ReturnType<typeof trackerLists>;

/** Trackers as the API answers them. */
export function trackerLists(db: Kysely<Database>) {
  /** Of a moment of the past nobody knows here which asset a tracker had, so no fences are named. */
  const views = async (rows: readonly ReadTracker[], at: Date | null = null): Promise<Tracker[]> => {
    const [first] = rows;
    if (first === undefined) return [];
    const places = await placesOf(
      db,
      first.site_id,
      rows.map(({ latest }) => latest?.nearest_hardware_id ?? null),
    );
    const assetIds = at === null ? rows.flatMap(({ asset, latest }) => (asset && latest ? [asset.id] : [])) : [];
    const fences = assetIds.length === 0 ? null : await fencesInside(db, first.site_id, null, assetIds);
    return rows.map((row) => trackerView(row, places, (row.asset && fences?.get(row.asset.id)) ?? []));
  };
  const count = async (conditions: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from trackers t where ${conditions}`.execute(db);
    return rows[0]!.count;
  };

  return {
    search: async (
      siteId: string,
      query: SearchQuery & TrackerFilters,
      kind: "list" | "search",
    ): Promise<{ content: Tracker[]; metadata: PageMetadata }> => {
      const page = window(query, kind);
      const conditions = trackerConditions(query, siteId);
      const { columns, joins } = sortedBy(query.sortFields ?? []);
      // Joins what belongs to a row only for the rows of the page, not for those before it.
      const found = sql`select t.*, (select count(*)::int from trackers t where ${conditions}) as total_count ${columns}
        from trackers t ${joins} where ${conditions}
        order by ${ordering(query, sortColumns("inner"), nullableColumns)} limit ${page.limit} offset ${page.offset}`;
      const { rows } = await sql<ReadTracker & { total_count: number }>`${withAll(db, found)}
        order by ${ordering(query, sortColumns("outer"), nullableColumns)}`.execute(db);
      // A page past the end has no row to carry the total.
      const total = rows[0]?.total_count ?? (page.offset === 0 ? 0 : await count(conditions));
      return { content: await views(rows), metadata: metadataOf(total, page) };
    },

    /** Every unarchived tracker of a site, by name; `at` null: now. */
    live: async (siteId: string, at: Date | null, months: ColdHistory): Promise<Tracker[]> => {
      const all = sql`select * from trackers t where ${trackerConditions({}, siteId)}`;
      const read = async (): Promise<ReadTracker[]> =>
        (await sql<ReadTracker>`${withAll(db, all, at)} order by lower(t.name), t.id`.execute(db)).rows;
      if (at === null) return views(await read());
      const rows = await months.read(db, { siteId }, { from: at, to: at }, async (cold) =>
        withFrozen(await read(), at, cold),
      );
      return views(rows, at);
    },

    find: async (id: string): Promise<Tracker | null> => {
      const page = sql`select * from trackers where id = ${id} and deleted_at is null`;
      const { rows } = await sql<ReadTracker>`${withAll(db, page)}`.execute(db);
      return (await views(rows))[0] ?? null;
    },

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirstOrThrow()).name,
  };
}

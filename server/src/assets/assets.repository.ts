import type { Asset, AssetLive } from "@pulse/contract/assets";
import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { keywordCondition, metadataOf, ordering, type SearchQuery, window } from "../http/search.ts";
import { placesOf } from "../sites/places.ts";
import type { Writing } from "../writes/record.ts";
import { assetLiveView, assetView } from "./assetView.ts";
import { lastPositions, positionsAt } from "./lastPositions.ts";

/** An asset that somebody may reach, and where it belongs. */
export interface PlacedAsset {
  id: string;
  name: string;
  siteId: string;
  customerId: string;
  imageId: string | null;
}

export type AssetsRepository = ReturnType<typeof assetsRepository>;

const linkedTracker = (column: "name" | "mac") => sql`(
  select string_agg(t.${sql.ref(column)}, ' ') from links l join trackers t on t.id = l.tracker_id
  where l.asset_id = a.id and l.unlinked_at is null)`;
const locationUpdated = sql`(select max(p.end_ts) from latest_positions p where p.asset_id = a.id)`;

const sortColumns = {
  id: sql`a.id`,
  name: sql`lower(a.name)`,
  type: sql`lower(a.type)`,
  external_id: sql`lower(a.external_id)`,
  location_updated: locationUpdated,
  created_at: sql`a.created_at`,
  updated_at: sql`a.updated_at`,
};
const searchColumns = {
  name: sql`a.name`,
  type: sql`a.type`,
  external_id: sql`a.external_id`,
  description: sql`a.description`,
  tracker_name: linkedTracker("name"),
  tracker_mac: linkedTracker("mac"),
};

export function assetsRepository(db: Kysely<Database>) {
  const live = (siteId: string, archived: "true" | "false" | "all") =>
    db
      .selectFrom("assets as a")
      .where("a.site_id", "=", siteId)
      .where("a.deleted_at", "is", null)
      .$if(archived !== "all", (query) => query.where("a.archived", "=", archived === "true"));

  const linksOf = async (assetIds: readonly string[]) => {
    if (assetIds.length === 0) return new Map<string, never[]>();
    const rows = await db
      .selectFrom("links as l")
      .innerJoin("trackers as t", "t.id", "l.tracker_id")
      .leftJoin("tracker_status as s", "s.tracker_id", "t.id")
      .select(["l.asset_id", "l.linked_at", "t.id", "t.guid", "t.name", "t.type", "t.mac"])
      .select(["s.battery_level", "s.signal_strength"])
      .where("l.asset_id", "in", [...assetIds])
      .where("l.unlinked_at", "is", null)
      .orderBy("l.linked_at")
      .execute();
    return Map.groupBy(rows, (row) => row.asset_id);
  };

  return {
    search: async (
      siteId: string,
      query: SearchQuery & { archived?: "true" | "false" | "all" | undefined },
      kind: "list" | "search",
    ) => {
      const page = window(query, kind);
      const matching = live(siteId, query.archived ?? "false").where(keywordCondition(query, searchColumns));
      const { count } = await matching.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
      const rows = await matching
        .selectAll("a")
        .orderBy(ordering(query, sortColumns))
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      const ids = rows.map((row) => row.id);
      const [links, positions, places] = [
        await linksOf(ids),
        await lastPositions(db, siteId, ids),
        await placesOf(db, siteId),
      ];
      const content = rows.map((row) => assetView(row, links.get(row.id) ?? [], positions.get(row.id), places));
      return { content, metadata: metadataOf(count, page) };
    },

    /** Which of these are assets of the site. */
    among: async (siteId: string, ids: readonly string[]): Promise<Set<string>> => {
      const rows = await live(siteId, "all")
        .select("a.id")
        .where("a.id", "in", [...ids])
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /** Where an asset belongs, deleted ones left out. */
    place: async (id: string): Promise<Omit<PlacedAsset, "id"> | null> => {
      const row = await db
        .selectFrom("assets")
        .select(["site_id", "customer_id", "name", "image_id"])
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row ? { siteId: row.site_id, customerId: row.customer_id, name: row.name, imageId: row.image_id } : null;
    },

    find: async (id: string): Promise<Asset | null> => {
      const row = await db
        .selectFrom("assets as a")
        .selectAll("a")
        .where("a.id", "=", id)
        .where("a.deleted_at", "is", null)
        .executeTakeFirst();
      if (!row) return null;
      const [links, positions, places] = [
        await linksOf([id]),
        await lastPositions(db, row.site_id, [id]),
        await placesOf(db, row.site_id),
      ];
      return assetView(row, links.get(id) ?? [], positions.get(id), places);
    },

    /**
     * Gives an asset another picture, or none; under the lock of its row, so that of two pictures at once one follows the
     * other. Null: there is no such asset.
     */
    changeImage: async (
      trx: Writing,
      id: string,
      imageId: string | null,
    ): Promise<{ before: string | null; after: Asset } | null> => {
      const row = await trx
        .selectFrom("assets")
        .select("image_id")
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      if (row.image_id !== imageId)
        await trx
          .updateTable("assets")
          .set({ image_id: imageId, version: sql`version + 1`, updated_at: sql`now()` })
          .where("id", "=", id)
          .execute();
      const after = await assetsRepository(trx).find(id);
      return after && { before: row.image_id, after };
    },

    /** Every unarchived asset with its live fields, by name; `at` null: now. */
    live: async (siteId: string, at: Date | null): Promise<AssetLive[]> => {
      const rows = await live(siteId, "false").selectAll("a").orderBy("a.name").execute();
      const ids = rows.map((row) => row.id);
      const [links, positions, places] = [
        await linksOf(ids),
        await (at === null ? lastPositions(db, siteId, ids) : positionsAt(db, ids, at)),
        await placesOf(db, siteId),
      ];
      return rows.map((row) => assetLiveView(row, links.get(row.id) ?? [], positions.get(row.id), places));
    },
  };
}

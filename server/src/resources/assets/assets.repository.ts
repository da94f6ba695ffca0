import type { Asset, AssetLive } from "@pulse/contract/assets";
import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { countedPage, metadataOf, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import { fencesInside } from "../geofences/fencesInside.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import { placesOf } from "../../pipeline/places/places.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import {
  gaveBack,
  holdsKeyword,
  lastSeen,
  latestPositions,
  linkedTrackers,
  nullableColumns,
  type ReadAsset,
  sortColumns,
} from "./assetRows.repository.ts";
import { assetFilters, type ListFilters } from "./assetFilters.repository.ts";
import { assetLiveView, assetView, latestPlace, storedPlace } from "./assetView.ts";
import { returnedTrackerPositions, lastPositions, pastPositions } from "./lastPositions.repository.ts";

/** An asset that somebody may reach, and where it belongs. */
export interface PlacedAsset {
  id: string;
  name: string;
  siteId: string;
  customerId: string;
  imageId: string | null;
}

export type AssetsRepository = ReturnType<typeof assetsRepository>;

export function assetsRepository(db: Kysely<Database>) {
  const live = (siteId: string, archived: "true" | "false" | "all") =>
    db
      .selectFrom("assets as a")
      .where("a.site_id", "=", siteId)
      .where("a.deleted_at", "is", null)
      .$if(archived !== "all", (query) => query.where("a.archived", "=", archived === "true"));

  /**
   * Assets as the API returns them. If an asset's tracker has gone to another asset, its place is looked up in the
   * history.
   */
  const views = async (rows: readonly ReadAsset[], siteId: string): Promise<Asset[]> => {
    const unseen = rows.filter(({ latest, gave_back }) => latest.length === 0 && gave_back).map(({ id }) => id);
    const earlier = await returnedTrackerPositions(db, unseen);
    const places = earlier.size === 0 ? null : await placesOf(db, siteId, []);
    return rows.map((row) => {
      const before = earlier.get(row.id);
      return assetView(row, row.links, before && places ? storedPlace(before, places) : latestPlace(row.latest));
    });
  };

  return {
    search: async (siteId: string, query: SearchQuery & ListFilters, kind: "list" | "search") => {
      const page = window(query, kind);
      const matching = assetFilters(query, siteId).reduce(
        (found, condition) => found.where(condition),
        live(siteId, query.archived ?? "false").where(holdsKeyword(query, siteId)),
      );
      const bySeen = query.sortFields?.includes("location_updated") ?? false;
      const { rows, count } = await countedPage(
        matching.select(sql<number>`count(*)`.as("count")),
        (total) => {
          const found = matching
            .$if(bySeen, (of) => of.leftJoin(lastSeen(siteId).as("seen"), "seen.asset_id", "a.id"))
            .selectAll("a")
            .select([total.as("total_count"), (bySeen ? sql`seen.at` : sql`null`).as("seen_at")])
            .orderBy(ordering(query, sortColumns("seen.at"), nullableColumns))
            .limit(page.limit)
            .offset(page.offset);
          // Joins what belongs to a row only for the rows of the page, not for those before it.
          return db
            .selectFrom(found.as("a"))
            .selectAll("a")
            .select([linkedTrackers.as("links"), latestPositions.as("latest"), gaveBack.as("gave_back")])
            .orderBy(ordering(query, sortColumns("a.seen_at"), nullableColumns))
            .execute();
        },
        page,
      );
      return { content: await views(rows, siteId), metadata: metadataOf(count, page) };
    },

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirstOrThrow()).name,

    /** The types that assets of the site have, without regard to case. */
    types: async (siteId: string, archived: ListFilters["archived"] = "false"): Promise<string[]> => {
      const rows = await live(siteId, archived)
        .select(sql<string>`min(a.type)`.as("type"))
        .groupBy(sql`lower(a.type)`)
        .orderBy(sql`lower(a.type)`)
        .limit(limits.listRowsMax)
        .execute();
      return rows.map(({ type }) => type);
    },

    /** Which of these are assets of the site. */
    among: async (siteId: string, ids: readonly string[]): Promise<Set<string>> => {
      const rows = await live(siteId, "all")
        .select("a.id")
        .where("a.id", "in", [...ids])
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /** The site and customer of an asset; deleted ones are left out. */
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
        .select([linkedTrackers.as("links"), latestPositions.as("latest"), gaveBack.as("gave_back")])
        .where("a.id", "=", id)
        .where("a.deleted_at", "is", null)
        .executeTakeFirst();
      return row ? (await views([row], row.site_id))[0]! : null;
    },

    /**
     * Sets or removes an asset's picture under the lock of its row, so that two requests at once do not mix. Null:
     * there is no such asset.
     */
    changeImage: async (
      trx: WriteTransaction,
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

    /** Unarchived assets with their live fields, by name; `at` null: now; `only` null: every asset. */
    live: async (
      siteId: string,
      { at, ids: only }: { at: Date | null; ids: readonly string[] | null },
      months: ColdHistory,
    ): Promise<AssetLive[]> => {
      const rows = await live(siteId, "false")
        .$if(only !== null, (query) => query.where("a.id", "in", only!))
        .leftJoin("links as l", (join) => join.onRef("l.asset_id", "=", "a.id").on("l.unlinked_at", "is", null))
        .leftJoin("tracker_status as s", "s.tracker_id", "l.tracker_id")
        .select(["a.id", "a.guid", "a.name", "a.type", "a.image_id"])
        .select(["l.tracker_id", "s.battery_level", "s.signal_strength"])
        .orderBy("a.name")
        .orderBy("l.linked_at")
        .execute();
      // One row per linked tracker; those of one asset are adjacent.
      const assets = Map.groupBy(rows, (row) => row.id);
      const ids = [...assets.keys()];
      const positions = await (at === null ? lastPositions(db, ids) : pastPositions(db, siteId, ids, at, months));
      const nearest = [...positions.values()].map((position) => position.nearest_hardware_id);
      const places = await placesOf(db, siteId, nearest);
      const fences = await fencesInside(db, siteId, at);
      return [...assets].map(([id, linked]) => assetLiveView(linked, positions.get(id), places, fences.get(id) ?? []));
    },
  };
}

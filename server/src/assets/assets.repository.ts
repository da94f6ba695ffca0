import type { Asset, AssetLive } from "@pulse/contract/assets";
import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { keywordCondition, metadataOf, ordering, type SearchQuery, window } from "../http/search.ts";
import { placesOf, type Places } from "../sites/places.ts";
import { type LastPosition, lastPositions } from "./lastPositions.ts";

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
      .select(["l.asset_id", "l.linked_at", "t.id", "t.guid", "t.name", "t.type", "t.mac", "t.battery_level"])
      .select("t.signal_strength")
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
      const content = rows.map((row) => asset(row, links.get(row.id) ?? [], positions.get(row.id), places));
      return { content, metadata: metadataOf(count, page) };
    },

    /** Where an asset belongs, deleted ones left out. */
    place: async (id: string): Promise<{ siteId: string; customerId: string; name: string } | null> => {
      const row = await db
        .selectFrom("assets")
        .select(["site_id", "customer_id", "name"])
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row ? { siteId: row.site_id, customerId: row.customer_id, name: row.name } : null;
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
      return asset(row, links.get(id) ?? [], positions.get(id), places);
    },

    /** Every unarchived asset with its live fields, by name. */
    live: async (siteId: string): Promise<AssetLive[]> => {
      const rows = await live(siteId, "false").selectAll("a").orderBy("a.name").execute();
      const ids = rows.map((row) => row.id);
      const [links, positions, places] = [
        await linksOf(ids),
        await lastPositions(db, siteId, ids),
        await placesOf(db, siteId),
      ];
      return rows.map((row) => {
        const position = positions.get(row.id);
        const trackers = links.get(row.id) ?? [];
        const tracker = trackers.find((each) => each.id === position?.tracker_id) ?? trackers[0];
        const nearest = places.gateway(position?.nearest_hardware_id ?? null);
        return {
          assetId: row.id,
          guid: row.guid,
          name: row.name,
          type: row.type,
          imageUrl: imageUrl(row.image_id),
          lat: position?.lat ?? null,
          lon: position?.lon ?? null,
          location: position ? places.location(position.floor_id) : null,
          elevation: position?.elevation ?? null,
          floorId: position?.floor_id ?? null,
          accuracy: position?.accuracy ?? null,
          lastUpdated: position?.end_ts.toISOString() ?? null,
          nearestHardware: nearest?.name ?? null,
          nearestHardwareGuid: nearest?.guid ?? null,
          nearestHardwareDis: position?.nearest_dis ?? null,
          signalStrength: position?.signal_strength ?? tracker?.signal_strength ?? null,
          batteryLevel: tracker?.battery_level ?? null,
          moving: position?.moving ?? null,
          trackerId: tracker?.id ?? null,
          sections: places.sections(position?.floor_id ?? null),
        };
      });
    },
  };
}

interface AssetRow {
  id: string;
  guid: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  site_id: string;
  name: string;
  type: string;
  external_id: string | null;
  description: string | null;
  archived: boolean;
  image_id: string | null;
}

interface LinkRow {
  id: string;
  guid: string;
  name: string;
  type: string;
  mac: string;
  battery_level: number | null;
  linked_at: Date;
}

function asset(row: AssetRow, links: readonly LinkRow[], position: LastPosition | undefined, places: Places): Asset {
  return {
    id: row.id,
    guid: row.guid,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    externalId: row.external_id,
    description: row.description,
    archived: row.archived,
    imageUrl: imageUrl(row.image_id),
    lastLocation: position
      ? {
          lat: position.lat,
          lon: position.lon,
          floorId: position.floor_id,
          buildingId: places.buildingId(position.floor_id),
          location: places.location(position.floor_id),
        }
      : null,
    lastElevation: position?.elevation ?? null,
    locationUpdated: position?.end_ts.toISOString() ?? null,
    linkedTrackers: links.map((link) => ({
      id: link.id,
      guid: link.guid,
      name: link.name,
      type: link.type,
      mac: link.mac,
      batteryLevel: link.battery_level,
      linkedAt: link.linked_at.toISOString(),
    })),
  };
}

function imageUrl(imageId: string | null): string | null {
  return imageId === null ? null : `/api/v3/files/${imageId}`;
}

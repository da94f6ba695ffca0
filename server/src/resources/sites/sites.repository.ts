import type { PageMetadata } from "@pulse/contract/page";
import { type FloorPlan, type Site, SiteSettings } from "@pulse/contract/sites";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import type { Database } from "../../platform/database/schema.ts";
import { underlayOf } from "../../platform/files/underlay.ts";
import { completeConfig } from "../customers/completeConfig.ts";
import { completeDrawing } from "./drawing.ts";
import { elevationsOf, planOf } from "../../pipeline/places/floorGeometry.ts";
import { siteCounts } from "./siteCounts.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export interface SitesRepository {
  floors(siteId: string): Promise<FloorPlan[]>;
  hasFloor(siteId: string, floorId: string): Promise<boolean>;
  /** A page of the sites of a customer, or of all; of those of `siteIds` only, unless it is null. Without their buildings. */
  search(
    where: { customerId: string | null; siteIds: readonly string[] | null },
    query: SearchQuery,
  ): Promise<{ content: Site[]; metadata: PageMetadata }>;
  /** Without its buildings. Null: there is no such site. */
  find(id: string): Promise<Site | null>;
}

const sortColumns = { id: sql`s.id`, name: sql`lower(s.name)`, created_at: sql`s.created_at` };

export function sitesRepository(
  db: Kysely<Database>,
  everything: () => Promise<{ hardwareTypes: string[]; operations: string[] }>,
  processedMs: () => number,
): SitesRepository {
  /** The floors of these sites, by building name and level. */
  const floorPlans = async (siteIds: string[]): Promise<FloorPlan[]> => {
    if (siteIds.length === 0) return [];
    const rows = await db
      .selectFrom("floors as f")
      .innerJoin("buildings as b", "b.id", "f.building_id")
      .leftJoin("files as i", "i.id", "f.image_id")
      .selectAll("f")
      .select(["b.name as building_name", "i.width", "i.height"])
      .where("f.site_id", "in", siteIds)
      .orderBy("b.name")
      .orderBy("f.level")
      .execute();
    const elevations = elevationsOf(rows);
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      level: row.level,
      northWest: { lat: row.nw_lat, lon: row.nw_lon },
      southEast: { lat: row.se_lat, lon: row.se_lon },
      rotationDeg: row.rotation_deg,
      corners: planOf(row).corners,
      ceilingHeightM: row.ceiling_height_m,
      elevation: elevations.get(row.id)!,
      image: row.image_id,
      imageUrl: row.image_id === null ? null : `/api/v3/files/${row.image_id}`,
      imageWidth: row.width,
      imageHeight: row.height,
      ...completeDrawing(row.drawing),
      siteId: row.site_id,
      buildingId: row.building_id,
      buildingName: row.building_name,
    }));
  };

  const search: SitesRepository["search"] = async ({ customerId, siteIds }, query) => {
    const page = window(query, "list");
    const matching = db
      .selectFrom("sites as s")
      .innerJoin("customers as c", "c.id", "s.customer_id")
      .where(keywordCondition(query, { name: sql`s.name` }))
      .$if(customerId !== null, (of) => of.where("s.customer_id", "=", customerId!))
      .$if(siteIds !== null, (of) => of.where("s.id", "=", sql<string>`any(${siteIds}::uuid[])`));
    const { rows, metadata } = await readPage(
      matching,
      (total) =>
        matching
          .selectAll("s")
          .select(["c.name as customer_name", "c.config", total])
          .select(siteCounts(new Date(processedMs())))
          .orderBy(ordering(query, sortColumns)),
      page,
    );
    const all = await everything();
    const plans = await floorPlans(rows.map((row) => row.id));
    const content = rows.map((row) => ({
      ...baseFields(row),
      guid: row.guid,
      name: row.name,
      owner: row.owner,
      lat: row.lat,
      lon: row.lon,
      beaconType: row.beacon_type,
      location: row.location,
      address: row.address,
      phone: row.phone,
      username: row.mqtt_username,
      customerId: row.customer_id,
      customerName: row.customer_name,
      customerConfig: completeConfig(row.config, all),
      numMobile: row.num_mobile,
      numGateway: row.num_gateway,
      numGatewayOnline: row.num_gateway_online,
      numBeacon: row.num_beacon,
      numAsset: row.num_asset,
      numAssetSeen: row.num_asset_seen,
      settings: SiteSettings.parse(row.settings),
      floorPlans: plans.filter((plan) => plan.siteId === row.id),
      underlay: underlayOf(row.underlay),
    }));
    return { content, metadata };
  };

  return {
    floors: (siteId) => floorPlans([siteId]),
    hasFloor: async (siteId, floorId) => {
      const of = db.selectFrom("floors").select("id").where("id", "=", floorId).where("site_id", "=", siteId);
      return (await of.executeTakeFirst()) !== undefined;
    },
    search,
    find: async (id) => (await search({ customerId: null, siteIds: [id] }, {})).content[0] ?? null,
  };
}

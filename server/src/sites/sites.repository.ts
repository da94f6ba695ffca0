import { type FloorPlan, type Site, SiteSettings } from "@pulse/contract/sites";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { completeConfig } from "../customers/completeConfig.ts";
import { wholeDrawing } from "./drawing.ts";
import { elevationsOf, planOf } from "./floorGeometry.ts";

export interface SitesRepository {
  floors(siteId: string): Promise<FloorPlan[]>;
  /** Sites by customer and name; `customerId` null: of all customers. Their buildings are not included. */
  list(where: { customerId: string | null; siteId?: string }): Promise<Site[]>;
}

export function sitesRepository(
  db: Kysely<Database>,
  everything: () => Promise<{ hardwareTypes: string[]; operations: string[] }>,
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
      ...wholeDrawing(row.drawing),
      siteId: row.site_id,
      buildingId: row.building_id,
      buildingName: row.building_name,
    }));
  };

  return {
    floors: (siteId: string) => floorPlans([siteId]),
    list: async (where) => {
      const rows = await db
        .selectFrom("sites as s")
        .innerJoin("customers as c", "c.id", "s.customer_id")
        .selectAll("s")
        .select(["c.name as customer_name", "c.config"])
        .select((eb) => [
          eb
            .selectFrom("hardwares as h")
            .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
            .select(sql<number>`count(*) filter (where t.mobile)::int`.as("n"))
            .whereRef("h.site_id", "=", "s.id")
            .where("h.deleted_at", "is", null)
            .as("num_mobile"),
          eb
            .selectFrom("hardwares as h")
            .select(sql<number>`count(*)::int`.as("n"))
            .whereRef("h.site_id", "=", "s.id")
            .where("h.deleted_at", "is", null)
            .as("num_gateway"),
          eb
            .selectFrom("trackers as k")
            .select(sql<number>`count(*)::int`.as("n"))
            .whereRef("k.site_id", "=", "s.id")
            .where("k.archived", "=", false)
            .where("k.deleted_at", "is", null)
            .as("num_beacon"),
          eb
            .selectFrom("assets as a")
            .select(sql<number>`count(*)::int`.as("n"))
            .whereRef("a.site_id", "=", "s.id")
            .where("a.archived", "=", false)
            .where("a.deleted_at", "is", null)
            .as("num_asset"),
        ])
        .$if(where.customerId !== null, (query) => query.where("s.customer_id", "=", where.customerId!))
        .$if(where.siteId !== undefined, (query) => query.where("s.id", "=", where.siteId!))
        .orderBy("c.name")
        .orderBy("s.name")
        .execute();
      const all = await everything();
      const plans = await floorPlans(rows.map((row) => row.id));
      return rows.map((row) => ({
        id: row.id,
        guid: row.guid,
        version: row.version,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
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
        numMobile: row.num_mobile ?? 0,
        numGateway: (row.num_gateway ?? 0) - (row.num_mobile ?? 0),
        numBeacon: row.num_beacon ?? 0,
        numAsset: row.num_asset ?? 0,
        settings: SiteSettings.parse(row.settings),
        floorPlans: plans.filter((plan) => plan.siteId === row.id),
      }));
    },
  };
}

import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { CalibrationsTable, StoredCalibration } from "../../platform/database/tables/calibrations.ts";
import type { HardwaresTable } from "../../platform/database/tables/gateways.ts";
import type { FloorsTable, SitesTable } from "../../platform/database/tables/sites.ts";

/** A site's row with the relevant parts of its customer's row. */
export type SiteRow = Pick<
  Selectable<SitesTable>,
  "id" | "guid" | "name" | "customer_id" | "lat" | "lon" | "settings" | "self_calibrating"
> & { customer_guid: string; config: unknown };

export type FloorRow = Selectable<FloorsTable> & { building_name: string };
/** A gateway; a mobile one with the place that it last reported. */
export type GatewayRow = Selectable<HardwaresTable> & {
  mobile: boolean;
  place_at: Date | null;
  place_accuracy: number | null;
  place_lat: number | null;
  place_lon: number | null;
};
export type CalibrationRow = Pick<Selectable<CalibrationsTable>, "version" | "created_at"> & {
  data: StoredCalibration;
};

/** What is known about a tracker's strength: its make, and what was learned (dB) under a version of the calibration. */
export interface KnownTag {
  make: string;
  offsetDb: number | null;
  version: number | null;
}

export type SiteRowsRepository = ReturnType<typeof siteRowsRepository>;

/** The rows that a site's model is built from, part by part, so that a change reads only its own part. */
export function siteRowsRepository(db: Kysely<Database>) {
  return {
    /** Null: there is no such site. */
    site: async (siteId: string): Promise<SiteRow | null> => {
      const row = await db
        .selectFrom("sites as s")
        .innerJoin("customers as c", "c.id", "s.customer_id")
        .select(["s.id", "s.guid", "s.name", "s.customer_id", "s.lat", "s.lon", "s.settings", "s.self_calibrating"])
        .select(["c.guid as customer_guid", "c.config"])
        .where("s.id", "=", siteId)
        .executeTakeFirst();
      return row ?? null;
    },

    floors: (siteId: string): Promise<FloorRow[]> =>
      db
        .selectFrom("floors as f")
        .innerJoin("buildings as b", "b.id", "f.building_id")
        .selectAll("f")
        .select("b.name as building_name")
        .where("b.site_id", "=", siteId)
        .orderBy("f.id")
        .execute(),

    /** A site's gateways, all of them or those of these ids. */
    gateways: (siteId: string, ids: readonly string[] | "all"): Promise<GatewayRow[]> =>
      db
        .selectFrom("hardwares as h")
        .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
        .leftJoin("gateway_status as s", "s.hardware_id", "h.id")
        .selectAll("h")
        .select(["t.mobile", "s.place_at", "s.place_accuracy", "s.lat as place_lat", "s.lon as place_lon"])
        .where("h.site_id", "=", siteId)
        .where("h.deleted_at", "is", null)
        .orderBy("h.id")
        .$if(ids !== "all", (query) => query.where("h.id", "=", sql<string>`any(${ids}::uuid[])`))
        .execute(),

    /** The calibration in use; null: none. */
    calibration: async (siteId: string): Promise<CalibrationRow | null> => {
      const row = await db
        .selectFrom("calibrations")
        .select(["version", "created_at", "data"])
        .where("site_id", "=", siteId)
        .where("active", "=", true)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * The calibrations no longer in use under which something was learned about its trackers, without their maps, which
     * are large.
     */
    earlierCalibrations: (siteId: string): Promise<Pick<CalibrationRow, "version" | "data">[]> =>
      db
        .selectFrom("calibrations")
        .select(["version", sql<StoredCalibration>`data #- '{calibration,map}'`.as("data")])
        .where("site_id", "=", siteId)
        .where("active", "=", false)
        .where("version", "in", (eb) =>
          eb
            .selectFrom("trackers")
            .select("tag_offset_version")
            .where("site_id", "=", siteId)
            .where("deleted_at", "is", null)
            .where("tag_offset_version", "is not", null)
            .$narrowType<{ tag_offset_version: number }>(),
        )
        .execute(),

    /** What is known about a site's trackers, all of them or those of these ids. */
    tags: async (siteId: string, ids: readonly string[] | "all"): Promise<Map<string, KnownTag>> => {
      const rows = await db
        .selectFrom("trackers")
        .select(["id", "type", "tag_offset_db", "tag_offset_version"])
        .where("site_id", "=", siteId)
        .where("deleted_at", "is", null)
        .$if(ids !== "all", (query) => query.where("id", "=", sql<string>`any(${ids}::uuid[])`))
        .execute();
      return new Map(
        rows.map((row) => [row.id, { make: row.type, offsetDb: row.tag_offset_db, version: row.tag_offset_version }]),
      );
    },
  };
}

import type { LocationUpdate } from "@pulse/contract/live";
import type { Section } from "@pulse/contract/fields";
import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/database/schema.ts";
import { servedMetres, servedPlace, servedRoom } from "../platform/http/servedDigits.ts";
import { placesOf, roomOf } from "../pipeline/places/places.ts";

/** A site whose customer wants its latest positions for listeners that come later. */
export interface RetainingSite {
  id: string;
  guid: string;
  customerGuid: string;
}

/** The latest positions as MQTT carries them. */
export function retainedPlacesRepository(db: Kysely<Database>) {
  return {
    /** The sites whose customers have chosen retained messages, of all customers or of one. */
    sites: (customerGuid?: string): Promise<RetainingSite[]> =>
      db
        .selectFrom("sites as s")
        .innerJoin("customers as c", "c.id", "s.customer_id")
        .select(["s.id", "s.guid", "c.guid as customerGuid"])
        .where(sql<boolean>`(c.config ->> 'retainLatestPositions')::boolean`)
        .$if(customerGuid !== undefined, (query) => query.where("c.guid", "=", customerGuid!))
        .orderBy("s.id")
        .execute(),

    /** Where each tracker of a site was last. Archived and deleted ones are left out. */
    updates: async (siteId: string): Promise<LocationUpdate[]> => {
      const rows = await db
        .selectFrom("latest_positions as p")
        .innerJoin("trackers as t", "t.id", "p.tracker_id")
        .leftJoin("links as l", (join) =>
          join
            .onRef("l.tracker_id", "=", "p.tracker_id")
            .onRef("l.asset_id", "=", "p.asset_id")
            .on("l.unlinked_at", "is", null),
        )
        .leftJoin("assets as a", "a.id", "l.asset_id")
        .leftJoin("tracker_status as s", "s.tracker_id", "p.tracker_id")
        .selectAll("p")
        .select(["t.guid as tracker_guid", "a.id as linked_id", "a.guid as linked_guid", "s.battery_level"])
        .select(
          sql<Section[]>`coalesce((select json_agg(json_build_object('kind', 'geofence', 'id', g.id, 'name', g.name)
            order by g.name) from geofence_stays x join geofences g on g.id = x.geofence_id
            where x.asset_id = a.id and x.exit_at is null and g.deleted_at is null), '[]')`.as("fences"),
        )
        .where("p.site_id", "=", siteId)
        .where("p.shown", "=", true)
        .where("t.archived", "=", false)
        .where("t.deleted_at", "is", null)
        .orderBy("p.tracker_id")
        .execute();
      const places = await placesOf(db, siteId);
      return rows.map((row) => {
        const nearest = places.gateway(row.nearest_hardware_id);
        return {
          guid: row.tracker_guid,
          pulseAssetGuid: row.linked_guid,
          assetId: row.linked_id,
          trackerId: row.tracker_id,
          ...servedPlace(row),
          elevation: servedMetres(row.elevation),
          floorId: row.floor_id,
          accuracy: servedMetres(row.accuracy),
          nearestHardware: nearest?.name ?? null,
          nearestHardwareGuid: nearest?.guid ?? null,
          nearestHardwareDis: servedMetres(row.nearest_dis),
          signalStrength: row.signal_strength,
          batteryLevel: row.battery_level,
          lastUpdated: row.end_ts.toISOString(),
          room: servedRoom(roomOf(row)),
          sections: [...places.sections(row.floor_id), ...row.fences],
        };
      });
    },
  };
}

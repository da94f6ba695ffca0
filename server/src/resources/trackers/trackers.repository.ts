import type { TrackerType } from "@pulse/contract/trackers";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type TrackersRepository = ReturnType<typeof trackersRepository>;

/** A tracker as far as its credentials are concerned. */
export interface TrackerRow {
  id: string;
  customerId: string;
  siteId: string;
  name: string;
  mqttGuid: string;
  mqttUsername: string;
}

export function trackersRepository(db: Kysely<Database>) {
  return {
    types: async (): Promise<TrackerType[]> => db.selectFrom("tracker_types").selectAll().orderBy("id").execute(),

    find: async (id: string): Promise<TrackerRow | null> => {
      const row = await db
        .selectFrom("trackers")
        .select(["id", "customer_id", "site_id", "name", "mqtt_guid", "mqtt_username"])
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { customer_id: customerId, site_id: siteId, mqtt_guid: mqttGuid, mqtt_username: mqttUsername } = row;
      return { id, name: row.name, customerId, siteId, mqttGuid, mqttUsername };
    },

    setSecret: async (trx: WriteTransaction, id: string, secretHash: string): Promise<void> => {
      await trx
        .updateTable("trackers")
        .set({ mqtt_secret_hash: secretHash, updated_at: new Date(), version: sql`version + 1` })
        .where("id", "=", id)
        .execute();
    },
  };
}

import type { HardwareType } from "@pulse/contract/gateways";
import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { keywordCondition, type SearchQuery } from "../adapters/database/listing.ts";
import type { Writing } from "../writes/record.ts";

export type GatewaysRepository = ReturnType<typeof gatewaysRepository>;
export type GatewayRow = Awaited<ReturnType<GatewaysRepository["ofSite"]>>[number];

const searchColumns = {
  name: sql`h.name`,
  hardware_type: sql`t.type`,
  mac: sql`h.mac`,
  location: sql`(select b.name || ' ' || f.name from floors f join buildings b on b.id = f.building_id where f.id = h.floor_id)`,
};

/** A mobile gateway is where it last reported to be. */
function placeOf(axis: "lat" | "lon") {
  return sql<number>`case when t.mobile then coalesce(${sql.ref(`s.${axis}`)}, ${sql.ref(`h.${axis}`)}) else ${sql.ref(`h.${axis}`)} end`;
}

export function gatewaysRepository(db: Kysely<Database>) {
  const gateways = () =>
    db
      .selectFrom("hardwares as h")
      .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
      .leftJoin("gateway_status as s", "s.hardware_id", "h.id")
      .selectAll("h")
      .select(["s.last_message_at", "s.firmware", placeOf("lat").as("lat"), placeOf("lon").as("lon")])
      .select(["t.type as hardware_type", "t.name as hardware_type_name"])
      .where("h.deleted_at", "is", null);
  return {
    ofSite: (siteId: string, query: SearchQuery) =>
      gateways()
        .where("h.site_id", "=", siteId)
        .where(keywordCondition(query, searchColumns))
        .orderBy("h.id", "desc")
        .execute(),

    find: (id: string) => gateways().where("h.id", "=", id).executeTakeFirst(),

    floorsOf: (siteId: string) => db.selectFrom("floors").selectAll().where("site_id", "=", siteId).execute(),

    types: async (): Promise<HardwareType[]> => db.selectFrom("hardware_types").selectAll().orderBy("id").execute(),

    trackers: async (ids: readonly string[]) =>
      ids.length === 0
        ? []
        : await db
            .selectFrom("trackers as t")
            .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "t.id").on("l.unlinked_at", "is", null))
            .leftJoin("assets as a", "a.id", "l.asset_id")
            .select(["t.id", "t.guid", "t.name", "t.mac", "a.id as asset_id", "a.name as asset_name"])
            .where("t.id", "in", [...ids])
            .execute(),

    setSecret: async (trx: Writing, id: string, secretHash: string): Promise<void> => {
      await trx
        .updateTable("hardwares")
        .set({ mqtt_secret_hash: secretHash, updated_at: new Date(), version: sql`version + 1` })
        .where("id", "=", id)
        .execute();
    },
  };
}

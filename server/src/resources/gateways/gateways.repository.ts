import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { keywordCondition, type SearchQuery } from "../../platform/database/listing.ts";
import { hardwareTypeView } from "./hardwareTypeView.ts";

export type GatewaysRepository = ReturnType<typeof gatewaysRepository>;
export type GatewayRow = Awaited<ReturnType<GatewaysRepository["ofSite"]>>[number];

/** A list's query with the filters that the database applies. */
export interface GatewayQuery extends SearchQuery {
  hardwareTypeId?: string[] | undefined;
  floorId?: string[] | undefined;
}

const searchColumns = {
  name: sql`h.name`,
  hardware_type: sql`t.type`,
  // Scanners and labels also give it without the colons.
  mac: sql`h.mac || ' ' || replace(h.mac, ':', '')`,
  location: sql`(select b.name || ' ' || f.name from floors f join buildings b on b.id = f.building_id where f.id = h.floor_id)`,
};

/** A mobile gateway is where it last reported itself to be. */
function placeOf(axis: "lat" | "lon") {
  return sql<number>`case when t.mobile then coalesce(${sql.ref(`s.${axis}`)}, ${sql.ref(`h.${axis}`)}) else ${sql.ref(`h.${axis}`)} end`;
}

/** Seconds between two uploads, as last confirmed by the gateway. */
const uploadPeriod = sql<number | null>`(c.configuration ->> 'uploadPeriodS')::float8`;

/** @param db a transaction's handle shows what it has written */
export function gatewaysRepository(db: Kysely<Database>) {
  const gateways = () =>
    db
      .selectFrom("hardwares as h")
      .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
      .leftJoin("gateway_status as s", "s.hardware_id", "h.id")
      .leftJoin("device_configurations as c", "c.target_id", "h.id")
      .selectAll("h")
      .select(["s.last_message_at", "s.firmware", placeOf("lat").as("lat"), placeOf("lon").as("lon")])
      .select([
        "t.type as hardware_type",
        "t.name as hardware_type_name",
        "t.mobile",
        uploadPeriod.as("upload_period_s"),
      ])
      .where("h.deleted_at", "is", null);
  return {
    ofSite: (siteId: string, query: GatewayQuery) =>
      gateways()
        .where("h.site_id", "=", siteId)
        .where(keywordCondition(query, searchColumns))
        .$if(query.hardwareTypeId !== undefined, (of) => of.where("t.id", "in", query.hardwareTypeId!))
        .$if(query.floorId !== undefined, (of) => of.where("h.floor_id", "in", query.floorId!))
        .orderBy("h.id", "desc")
        .execute(),

    ofIds: (siteId: string, ids: readonly string[]) =>
      gateways()
        .where("h.site_id", "=", siteId)
        .where("h.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
        .orderBy("h.id")
        .execute(),

    find: (id: string) => gateways().where("h.id", "=", id).executeTakeFirst(),

    floorsOf: (siteId: string) => db.selectFrom("floors").selectAll().where("site_id", "=", siteId).execute(),

    types: async (): Promise<HardwareType[]> =>
      (await db.selectFrom("hardware_types").selectAll().orderBy("id").execute()).map(hardwareTypeView),

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

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirst())?.name ?? "",

    /** Gateways that were heard at a site and that its customer has not onboarded, the latest first. */
    unregistered: (siteId: string, limit: number) =>
      db
        .selectFrom("heard as x")
        .leftJoin("hardwares as h", "h.id", "x.hardware_id")
        .select(["x.mac", "x.kind", "x.name", "x.rssi", "x.hardware_id", "h.name as hardware_name"])
        .select(["x.first_heard_at", "x.last_heard_at", "x.count"])
        .where("x.site_id", "=", siteId)
        .where("x.thing", "=", "gateway")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("hardwares as known")
                .select("known.id")
                .whereRef("known.mac", "=", "x.mac")
                .whereRef("known.customer_id", "=", "x.customer_id")
                .where("known.deleted_at", "is", null),
            ),
          ),
        )
        .orderBy("x.last_heard_at", "desc")
        .limit(limit)
        .execute(),
  };
}
